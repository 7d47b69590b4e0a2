import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseFork } from 'preseal/fork'
import { expect, test } from 'vitest'
import { createLive } from '../fork/live.js'
import { openProxy } from '../fork/openProxy.js'
import { alice, bob, counter, gone, word } from '../fork/sample.js'
import { play } from './play.js'
import { folderOf } from './readFork.js'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

const head = `
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMockNode, evm, parseFork } from './preseal.mjs'

const fork = parseFork(readFileSync(new URL('fork.json', import.meta.url), 'utf8'))
const open = () => createMockNode({ fork, engine: evm() })
const ask = (node, method, ...params) => node.provider.request({ method, params })
`

/** Two files, which a worker each runs at the same time. */
const suite = {
  'count.test.mjs': `${head}
test.each([1, 2, 3])('counts %i times', async (times) => {
  const node = open()
  for (let n = 0; n < times; n++)
    node.preconfirm({ from: '${alice}', to: '${counter}', data: '0x0' + n })
  node.nextBlock()
  expect(await ask(node, 'eth_call', { to: '${counter}' }, 'latest')).toBe(
    '0x' + (41 + times).toString(16).padStart(64, '0'),
  )
})`,
  'history.test.mjs': `${head}
test('loads balances and blocks', async () => {
  const node = open()
  expect(await ask(node, 'eth_getBalance', '${bob}', 'latest')).toBe('0x1')
  expect(await ask(node, 'eth_getBalance', '${gone}', 'latest')).toBe('0x0')
  const block = await ask(node, 'eth_getBlockByNumber', '0x1', true)
  expect(block.transactions).toHaveLength(1)
  expect(await ask(node, 'eth_getLogs', { fromBlock: '0x0' })).toEqual([])
})`,
}

test('behavior: the record of a whole suite is equal from two recordings, and it runs without the chain', async () => {
  const path = await folderOf(suite)
  symlinkSync(modules, path('node_modules'))
  const file = path('fork.json')
  const vitest = [
    ...[process.execPath, path('node_modules/vitest/vitest.mjs')],
    ...['run', '--no-color', '--root', path('.')],
  ]
  const { url } = await openProxy(createLive())
  const texts: string[] = []
  for (let round = 0; round < 2; round++) {
    rmSync(file, { force: true })
    const { ended } = play('fork', '--from', url, '-o', file, '--', ...vitest)
    const { code, stderr } = await ended
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/Tests +4 passed/),
    })
    // What runs into its time while it waits comes once more.
    expect(stderr.match(/^Run \d+: [^0]/gm)?.length).toBeLessThan(4)
    texts.push(readFileSync(file, 'utf8'))
  }
  expect(texts[1]).toBe(texts[0])
  expect(parseFork(texts[0]).record.storage).toEqual({
    [counter]: { [word(0)]: word(41) },
  })
  const [node = '', ...args] = vitest
  const { stdout, status } = spawnSync(node, args, { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/Tests +4 passed/),
  })
})
