// Serves the packed package to tools that nobody here wrote, each in a project of
// test/consumers/tools/ with its defaults. It takes long: it runs at night.
import { spawn } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, attempt as run } from './attempt.mjs'
import { pack } from './pack.mjs'
import { scratchFolder, tarballName } from './scratchFolder.mjs'

const folder = scratchFolder('tools')

const script =
  'npx forge script script/Deploy.s.sol --broadcast --rpc-url $PRESEAL_URL --private-key 0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

/** What is run in each project, at a node of its own. */
const projects = {
  hardhat2: [
    'npx hardhat test',
    'npx hardhat ignition deploy ignition/modules/Lock.js',
  ],
  hardhat3: ['npx hardhat test nodejs'],
  foundry: [script, 'sh cast.sh'],
  ponder: ['node run.mjs'],
  alto: ['node run.mjs'],
}

/** Where those that compile have the contract. */
const sources = { hardhat2: 'contracts', hardhat3: 'contracts', foundry: 'src' }

const flags = ['--engine', '--accounts', '--control', '--sealed-receipts']

/** A node that is served until the function that is returned is called. */
async function serveNode() {
  const node = spawn(
    join(folder, 'node_modules/.bin/preseal'),
    [
      ...['serve', 'served.json', '--port', '0', '--quiet', ...flags],
      ...['--client-version', 'HardhatNetwork/2.26.0'],
    ],
    { cwd: folder },
  )
  const url = await new Promise((resolve, reject) => {
    node.stdout.once('data', (chunk) => resolve(`${chunk}`.trim()))
    node.once('exit', () => reject(new Error('preseal serve ended at once')))
  })
  return { url, stop: () => node.kill('SIGINT') }
}

// Hardhat 3 runs on no older one.
const [major, minor] = process.versions.node.split('.').map(Number)
const isFor = (project) =>
  project !== 'hardhat3' || major > 22 || (major === 22 && minor >= 13)

/** Forks of nodes that nobody here wrote, beside these nodes themselves. */
async function compareForks() {
  const cwd = join(folder, 'forks')
  const make = 'npx tsx test/entries/fork/uniswap/make.ts'
  if (await run('forks, install', install, cwd))
    await run('forks of anvil and Hardhat', `${make} "${cwd}" --check`, '.')
}

writeFileSync(join(folder, 'package.json'), '{ "private": true }')
cpSync('test/consumers/tools', folder, { recursive: true })
const tarball = `./${tarballName}`
if (
  (await pack(folder)) &&
  (await run('install', `${install} ${tarball} viem@2`, folder))
) {
  await compareForks()
  for (const [project, commands] of Object.entries(projects)) {
    if (!isFor(project)) {
      console.log(`${project} needs Node 22.13: it is not tried.`)
      continue
    }
    const cwd = join(folder, project)
    if (sources[project] !== undefined)
      cpSync(join(folder, 'Lock.sol'), join(cwd, sources[project], 'Lock.sol'))
    if (!(await run(`${project}, install`, install, cwd))) continue
    for (const command of commands) {
      const { url, stop } = await serveNode()
      const title = command.split(' ').slice(0, 4).join(' ')
      await run(`${project}, ${title}`, command, cwd, { PRESEAL_URL: url })
      stop()
    }
  }
}
