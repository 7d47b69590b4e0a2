// `npm run wild` explores every subject and checks that each row comes to what
// its file says, then runs the scripts of the reports; `npm run wild -- viem/`
// takes those whose path has that in it. `npm run wild -- --write` writes the
// tables and pictures of the page, too.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSubjects } from './build.js'
import { pageDiffers, type Told, writePage } from './found.js'
import type { Outcome } from './subject.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const given = process.argv.slice(2)
const named = given.filter((one) => one !== '--write')
const told: Told[] = []

install()
const files = ['subjects', 'reports']
  .flatMap((folder) =>
    readdirSync(here + folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((file) => `${folder}/${file}`),
  )
  .filter((file) => /^subjects\/.*\.ts$|\.plain\.ts$/.test(file))
  .filter(
    (file) => named.length === 0 || named.some((one) => file.includes(one)),
  )
if (files.length === 0)
  throw new Error(`No subject or report is named ${named.join(' or ')}.`)

const built = await buildSubjects(
  files.filter((file) => file.startsWith('subjects/')),
)
let passed = 0
let failed = 0
for (const file of files)
  for (const version of versionsIn(file)) {
    const { isRight, cells } =
      version === undefined
        ? await reproduce(file)
        : await exploreIn(file, version)
    if (isRight) passed++
    else failed++
    console.log([isRight ? 'ok    ' : 'FAILED', ...cells].join(' | '))
  }
if (given.includes('--write')) {
  for (const picture of writePage(told)) await draw(picture)
} else if (named.length === 0 && pageDiffers(told)) {
  failed++
  console.log('FAILED | the page is another: npm run wild -- --write')
}
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

type Row = { readonly isRight: boolean; readonly cells: readonly unknown[] }

/** Installs the software where the lock file is newer than what is installed. */
function install(): void {
  const lock = `${here}package-lock.json`
  const installed = `${here}node_modules/.package-lock.json`
  if (
    existsSync(installed) &&
    statSync(installed).mtime >= statSync(lock).mtime
  )
    return
  const options = ['--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', ...options], { cwd: here, stdio: 'inherit' })
}

/** The versions that a subject names, in its order; one undefined for a report. */
function versionsIn(file: string): (string | undefined)[] {
  if (file.endsWith('.plain.ts')) return [undefined]
  const [, versions = ''] =
    readFileSync(here + file, 'utf8').match(/versions: \{([^}]*)\}/) ?? []
  return [...versions.matchAll(/'(\d[^']*)':/g)].map(([, version]) => version)
}

async function exploreIn(file: string, version: string): Promise<Row> {
  const { text } = await runBuilt(file, version)
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  const name = file.replace(/^subjects\/|(\.page)?\.ts$/g, '')
  if (!last.startsWith('{"subject"'))
    return { isRight: false, cells: [name, version, text] }
  const outcome: Outcome = JSON.parse(last)
  const { expected, came, runs, ms, says } = outcome
  const isRight = came === expected
  told.push({ file, name, version, outcome })
  const result = isRight ? came : `${came}, not ${expected}`
  const seconds = (ms / 1_000).toFixed(1)
  return {
    isRight,
    cells: [name, version, result, `run ${runs}`, `${seconds} s`, says],
  }
}

async function draw({ file, version, outcome }: Told): Promise<void> {
  const path = `${here}../docs/guide/${outcome.subject.picture}.svg`
  await runBuilt(file, version, '', path)
}

/** Runs a script of a report, which ends with 0 if the defect is still there. */
async function reproduce(file: string): Promise<Row> {
  const { status, text } = await run(['--import', 'tsx', here + file])
  const isRight = status === 0
  return {
    isRight,
    cells: [file, isRight ? 'reproduced' : `not reproduced: ${text}`],
  }
}

function runBuilt(file: string, ...given: string[]) {
  const module = file.replace(/\.ts$/, '.mjs')
  return run([`${built}exploreSubject.mjs`, module, ...given])
}

async function run(given: string[]) {
  const child = spawn(process.execPath, given, {
    cwd: here,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let errors = ''
  child.stdout.on('data', (part) => {
    text += part
  })
  child.stderr.on('data', (part) => {
    errors += part
  })
  const status = await new Promise((resolve) => child.on('close', resolve))
  return { status, text: status === 0 ? text : text + errors }
}
