import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCode, readTable } from '../docs/markdown.js'
import { manifest, page, root } from '../docs/pages.js'
import { editedText, entryRecipe, recipes } from './recipes.js'

const { text } = page('CONTRIBUTING.md')
const rows = readTable(text, 'to add', 'files').slice(1)

test('its table lists the files of each recipe, five at most', () => {
  const listed = rows.map(([kind = '', files = '']) => [
    kind.replace(/^an? /, ''),
    readCode(files),
  ])
  const written = ['package.json', 'tsconfig.json']
  const made = Object.entries(recipes).map(([kind, recipe]) => [
    kind,
    Object.keys(recipe).map(nameInTable),
  ])
  const entry = [...Object.keys(entryRecipe).map(nameInTable), ...written]
  expect(listed).toEqual([...made, ['entry', entry]])
  for (const [, files = []] of listed)
    expect(files.length).toBeLessThanOrEqual(5)
})

test('every file of a recipe has what its edit looks for', () => {
  for (const recipe of [...Object.values(recipes), entryRecipe])
    for (const path of Object.keys(recipe))
      expect(editedText(recipe, path, root)).not.toBe('')
})

test('what it names is there', () => {
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
  const lost = code
    .filter((name) => /^[\w.-]+\/[\w./-]*$/.test(name))
    .filter((path) =>
      ['', 'src/'].every((folder) => !existsSync(root + folder + path)),
    )
  expect(lost).toEqual([])
  const scripts = [...text.matchAll(/npm run ([\w:]+)/g)]
  expect(Object.keys(manifest.scripts)).toEqual(
    expect.arrayContaining(scripts.map(([, name]) => name)),
  )
})

function nameInTable(path: string): string {
  return existsSync(root + path)
    ? path.replace(/^src\//, '')
    : path.replace(/^src\//, '').replace(/\w+(?=\.ts$|\/index)/, '<name>')
}
