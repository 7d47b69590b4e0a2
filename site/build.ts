import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchedFor, wants } from './navigation.js'
import { checkSite } from './pages/checkSite.js'
import { llmsText, summaries } from './pages/llmsText.js'
import { sidebar } from './pages/sidebar.js'
import { stage } from './pages/stage.js'
import { bundlePlayground } from './playground/bundle.js'

const site = fileURLToPath(new URL('.', import.meta.url))
const root = join(site, '..')

/** What each library of the playground may weigh, and all that is read at first. */
const most = { library: 1_450_000, first: 60_000 }

const write = (path: string, text: string) => {
  const file = join(site, '.pages', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

rmSync(join(site, '.pages'), { recursive: true, force: true })
rmSync(join(site, 'dist'), { recursive: true, force: true })

const { pages, assets } = stage(root)
// Examples are linked to, and not searched.
for (const { path, text } of pages)
  write(
    path,
    path.startsWith('examples/') ? `---\nsearch: false\n---\n\n${text}` : text,
  )
write('sidebar.json', JSON.stringify(sidebar(pages)))
write('searched.json', JSON.stringify(searchedFor))
write('summaries.json', JSON.stringify(summaries()))
for (const [name, source] of [
  ...assets,
  ['icon.svg', 'site/icon.svg'],
  ['preview.png', 'site/preview.png'],
] as const)
  cpSync(join(root, source), join(site, '.pages/public', name))

const playground = await bundlePlayground('dist')
for (const [name, text] of Object.entries(playground))
  write(`public/playground/${name}`, text)
const {
  'library.js': library = '',
  'ethersLibrary.js': ethers = '',
  ...first
} = playground
const bytes = {
  library: Math.max(Buffer.byteLength(library), Buffer.byteLength(ethers)),
  first: Buffer.byteLength(Object.values(first).join('')),
}

const { status } = spawnSync(
  process.execPath,
  [join(site, 'node_modules/vitepress/bin/vitepress.js'), 'build', site],
  { stdio: 'inherit' },
)
if (status === 0) writeForAgents()
const wrong =
  status === 0 ? checkSite(join(site, 'dist')) : ['It is not built.']
const sizes = `The playground has ${bytes.first} bytes at first, and ${bytes.library} in its library.`
if (bytes.first > most.first || bytes.library > most.library) wrong.push(sizes)
for (const line of wrong) console.error(line)
console.log(`${pages.length} pages. ${sizes}`)
process.exitCode = wrong.length > 0 ? 1 : 0

/** The pages as they are written, a list of them, and all in one file. */
function writeForAgents() {
  const skill = 'skills/preseal/SKILL.md'
  mkdirSync(join(site, 'dist', dirname(skill)), { recursive: true })
  cpSync(join(root, skill), join(site, 'dist', skill))
  const listed = wants.flatMap(({ pages }) => pages.map(([path]) => path))
  for (const page of listed)
    cpSync(join(root, 'docs', page), join(site, 'dist', page))
  const texts = listed.map((page) =>
    readFileSync(join(root, 'docs', page), 'utf8'),
  )
  writeFileSync(join(site, 'dist/llms.txt'), llmsText(root))
  writeFileSync(join(site, 'dist/llms-full.txt'), texts.join('\n'))
}
