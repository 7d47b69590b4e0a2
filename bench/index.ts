import { fork, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { absentAddon, findPeers } from './contestants/peers.js'
import { groups } from './groups.js'
import { formatSections } from './harness/format.js'
import type { Failed, Section } from './harness/section.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    dist: { type: 'string' },
    /** Without its peers, to compare two builds. */
    alone: { type: 'boolean' },
    /** Puts what it prints in README.md, in place of the last. */
    write: { type: 'boolean' },
  },
})
// Of answers as large as those of `blocks`, V8 makes the objects of one literal
// in the old generation, in some processes and not in others: a contestant is
// then five times slower by chance.
const flags: { [group: string]: string[] } = {
  blocks: ['--no-allocation-site-pretenuring'],
}
const root = fileURLToPath(new URL('..', import.meta.url))
const dist = values.dist ?? join(root, 'dist')
const names = positionals.length > 0 ? positionals : Object.keys(groups)
for (const name of names)
  if (!Object.hasOwn(groups, name))
    throw new Error(
      `There is no group "${name}". There are ${Object.keys(groups).join(', ')}.`,
    )

if (values.dist === undefined) buildIfStale()
const folder = install()
process.on('exit', () => rmSync(folder, { recursive: true }))

const header = describe()
if (!values.json) console.log(`${header}\n`)
const sections: Record<string, Section> = {}
for (const name of names) {
  progress(`${name} …`)
  sections[name] = await runGroup(name).catch((error: unknown) => {
    // The others still tell what they measure.
    process.exitCode = 1
    return failed(name, error)
  })
}
progress('')
const tables = formatSections(Object.values(sections))
console.log(
  values.json ? JSON.stringify({ header, sections }, null, 2) : tables,
)
if (values.write) keep(`${header}\n\n${tables}`)

function keep(printed: string) {
  const file = new URL('README.md', import.meta.url)
  const page = readFileSync(file, 'utf8')
  const [before] = page.split('\n## The latest run\n')
  const text = `${before}\n## The latest run\n\n\`\`\`text\n${printed}\n\`\`\`\n`
  writeFileSync(file, text)
}

/** The package as users have it: what `npm run build` wrote, no sources. */
function buildIfStale() {
  if (newest(join(root, 'src')) <= newest(dist)) return
  progress('npm run build …')
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('npm run build failed.')
}

/** ms since 1970 at which the youngest file of a folder was written. */
function newest(folder: string): number {
  try {
    return Math.max(
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (file) => statSync(join(folder, file)).mtimeMs,
      ),
    )
  } catch {
    return 0
  }
}

/** A copy, so that a build meanwhile changes nothing. */
function install(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const installed = join(folder, 'node_modules', 'preseal')
  mkdirSync(installed, { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  cpSync(dist, join(installed, 'dist'), {
    recursive: true,
    filter: (file) => !basename(file).endsWith('.map'),
  })
  return folder
}

/** In a process of its own, so that no group inherits another's heap. */
function runGroup(name: string): Promise<Section> {
  return new Promise((resolve, reject) => {
    const child = fork(
      new URL('./runGroup.ts', import.meta.url),
      [name, folder, ...(values.alone ? ['alone'] : [])],
      {
        execArgv: [...process.execArgv, '--expose-gc', ...(flags[name] ?? [])],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    )
    child.once('message', (measured) => {
      const answer = measured as Section | Failed
      if ('failed' in answer) reject(answer.failed)
      else resolve(answer)
    })
    // Unlike `exit`, this comes after the last message.
    child.once('disconnect', () => reject('its process ended without a row'))
  })
}

function failed(name: string, error: unknown): Section {
  const row = { name: `failed: ${error}`, cells: [] }
  return { title: name, columns: [], rows: [row] }
}

function describe(): string {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const { ganache, anvil, hardhat } = findPeers()
  const missing = 'missing (npm install --prefix bench)'
  const addon = absentAddon()
  const noHardhat =
    addon === undefined
      ? missing
      : `lacks its addon (npm install --prefix bench --no-save ${addon})`
  return [
    `preseal ${JSON.parse(manifest).version}`,
    `ganache ${ganache?.version ?? missing}`,
    `anvil ${anvil?.version ?? missing}`,
    `Hardhat ${hardhat?.version ?? noHardhat}`,
    `Node ${process.versions.node}`,
    `${availableParallelism()} CPUs`,
    `${process.platform} ${process.arch}`,
    `load ${loadavg()[0]?.toFixed(1)}`,
  ].join(' · ')
}

function progress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}
