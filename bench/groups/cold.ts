import { strictEqual } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from '../contestants/anvil.js'
import { type Peer, packageFolder } from '../contestants/peers.js'
import { compete, type Samples } from '../harness/compete.js'
import { atMostOver, atMostTimes, difference } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration, type Measure } from '../harness/measure.js'
import { plainEnv } from '../harness/plainEnv.js'
import type { Section } from '../harness/section.js'

const columns = ['empty process', 'viem', 'ganache', 'anvil', 'preseal']
const request = `request({
  method: 'eth_getBalance',
  params: ['0x${'99'.repeat(20)}', 'latest'],
}).then((balance) => { if (balance !== '0x0') throw new Error(balance) })`

const preseal = `const { request } = createMockNode().provider
${request}`

const viem =
  "if (typeof createPublicClient !== 'function') throw new Error('No viem.')"

/**
 * What each program runs. None writes what it got, but checks it: at the first
 * write, Node loads its streams, which takes as long as a third of preseal.
 */
const programs = {
  'empty.mjs': '',
  'empty.cjs': '',
  'preseal.mjs': `import { createMockNode } from 'preseal'\n${preseal}`,
  'preseal.cjs': `const { createMockNode } = require('preseal')\n${preseal}`,
  'viem.mjs': `import { createPublicClient } from 'viem'\n${viem}`,
  'viem.cjs': `const { createPublicClient } = require('viem')\n${viem}`,
  'ganache.cjs': `const ganache = require('ganache').provider({ logging: { quiet: true } })
ganache.${request}.then(() => process.exit())`,
} as const
type Program = keyof typeof programs

/** Whole processes, each over one that does nothing. */
export async function cold({ folder, peers }: Bench): Promise<Section> {
  link(folder, 'viem', packageFolder('viem'))
  if (peers.ganache) link(folder, 'ganache', packageFolder('ganache'))
  const works = {
    'empty.mjs': run(folder, 'empty.mjs'),
    'empty.cjs': run(folder, 'empty.cjs'),
    'preseal.mjs': run(folder, 'preseal.mjs'),
    'preseal.cjs': run(folder, 'preseal.cjs'),
    'viem.mjs': run(folder, 'viem.mjs'),
    'viem.cjs': run(folder, 'viem.cjs'),
    'ganache.cjs': peers.ganache && run(folder, 'ganache.cjs'),
    anvil: peers.anvil && spawnAnvil(peers.anvil),
  }
  const samples = await compete(works, { rounds: 31, slice: 1, warmUp: 1 })
  const tests = await compete(
    { viem: runTest(folder, 'viem'), kit: runTest(folder, 'kit') },
    { rounds: 11, slice: 1, warmUp: 1 },
  )
  const row = (kind: 'mjs' | 'cjs', name: string) => {
    const empty = samples[`empty.${kind}`]
    const own = samples[`preseal.${kind}`]
    const ganache = kind === 'cjs' ? samples['ganache.cjs'] : undefined
    return {
      name,
      cells: [
        duration(empty),
        over(samples[`viem.${kind}`], empty),
        over(ganache, empty),
        null,
        over(own, empty),
      ],
      goal: atMostOver(25, own, empty),
    }
  }
  return {
    title: 'cold, over an empty process',
    columns,
    rows: [
      row('mjs', 'import, a node, its first answer'),
      row('cjs', 'require, a node, its first answer'),
      {
        name: 'a test file of vitest: viem; kit, viem and a node',
        cells: [null, duration(tests.viem), null, null, duration(tests.kit)],
        goal: atMostTimes(1.15, tests.kit, tests.viem),
      },
      {
        name: 'its own process, until it answers',
        cells: [null, null, null, duration(samples.anvil), null],
      },
    ],
  }
}

/** What a process takes longer than the empty one of the same round. */
function over(
  samples: Samples | undefined,
  empty: Samples | undefined,
): Measure | null {
  return samples === undefined || empty === undefined
    ? null
    : { value: difference(samples, empty), unit: 'ms' }
}

function run(folder: string, program: Program) {
  writeFileSync(join(folder, program), programs[program])
  const env = plainEnv()
  return (count: number) => {
    for (let done = 0; done < count; done++) {
      const { status, stderr } = spawnSync(process.execPath, [program], {
        cwd: folder,
        encoding: 'utf8',
        env,
      })
      strictEqual(status, 0, `${program} failed. ${stderr.slice(-500)}`)
    }
  }
}

const testFiles = {
  viem: `import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
test('a balance', async () => {
  const client = createPublicClient({ transport: custom({ request: async () => '0x0' }) })
  expect(await client.getBalance({ address: '0x${'99'.repeat(20)}' })).toBe(0n)
})`,
  kit: `import { testNode } from 'preseal/vitest'
import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
test('a balance', async () => {
  const client = createPublicClient({ transport: custom(testNode().provider) })
  expect(await client.getBalance({ address: '0x${'99'.repeat(20)}' })).toBe(0n)
})`,
} as const

/** A whole run of one test file, as users have it. */
function runTest(folder: string, name: keyof typeof testFiles) {
  const file = `${name}.test.mjs`
  writeFileSync(join(folder, file), testFiles[name])
  const vitest = packageFolder('vitest')
  const env = plainEnv()
  if (name === 'viem') link(folder, 'vitest', vitest)
  return (count: number) => {
    for (let done = 0; done < count; done++) {
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(vitest, 'vitest.mjs'), 'run', file, '--root', folder],
        { cwd: folder, encoding: 'utf8', env },
      )
      strictEqual(status, 0, `${file} failed. ${stdout.slice(-500)}`)
    }
  }
}

function spawnAnvil(peer: Peer) {
  return async (count: number) => {
    for (let done = 0; done < count; done++) {
      const { request, stop } = await startAnvil(peer)
      const balance = await request({
        method: 'eth_getBalance',
        params: [`0x${'99'.repeat(20)}`, 'latest'],
      })
      strictEqual(balance, '0x0')
      stop()
    }
  }
}

function link(folder: string, name: string, target: string) {
  symlinkSync(target, join(folder, 'node_modules', name), 'junction')
}
