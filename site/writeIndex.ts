import { readFileSync, writeFileSync } from 'node:fs'
import { indexText, withLists } from './pages/indexText.js'
import { titleOf } from './pages/links.js'

/** Writes the lists of `docs/README.md`, which derive from the navigation. */
const docs = new URL('../docs/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, docs), 'utf8')
const lists = indexText((path) => titleOf(read(path)))
writeFileSync(new URL('README.md', docs), withLists(read('README.md'), lists))
