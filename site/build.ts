import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkSite } from './pages/checkSite.js'
import { sidebar } from './pages/sidebar.js'
import { stage } from './pages/stage.js'
import { bundlePlayground } from './playground/bundle.js'

const site = fileURLToPath(new URL('.', import.meta.url))
const root = join(site, '..')

/** All that the playground may weigh, as a browser reads it. */
const most = 1_000_000

const write = (path: string, text: string) => {
  const file = join(site, '.pages', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

rmSync(join(site, '.pages'), { recursive: true, force: true })
rmSync(join(site, 'dist'), { recursive: true, force: true })

const { pages, assets } = stage(root)
for (const { path, text } of pages) write(path, text)
write('sidebar.json', JSON.stringify(sidebar(pages)))
for (const [name, source] of [
  ...assets,
  ['icon.svg', 'site/icon.svg'],
] as const)
  cpSync(join(root, source), join(site, '.pages/public', name))

const playground = await bundlePlayground('dist')
for (const [name, text] of Object.entries(playground))
  write(`public/playground/${name}`, text)
const bytes = Buffer.byteLength(Object.values(playground).join(''))

const { status } = spawnSync(
  process.execPath,
  [join(site, 'node_modules/vitepress/bin/vitepress.js'), 'build', site],
  { stdio: 'inherit' },
)
const wrong =
  status === 0 ? checkSite(join(site, 'dist')) : ['It is not built.']
if (bytes > most) wrong.push(`The playground has ${bytes} bytes.`)
for (const line of wrong) console.error(line)
console.log(`${pages.length} pages; the playground has ${bytes} bytes.`)
process.exitCode = wrong.length > 0 ? 1 : 0
