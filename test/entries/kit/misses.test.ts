import { createMockNode } from 'preseal'
import { parseFork } from 'preseal/fork'
import { expect, test } from 'vitest'
import { createKit } from '../../../src/entries/kit/index.js'
import { missesError } from '../../../src/entries/kit/story/afterTest.js'
import { bob, counter, sampleRecord } from '../fork/sample.js'
import { createTestRunner } from './testRunner.js'

test('behavior: all misses of a test are told at its end, with who asked', async () => {
  const node = createMockNode({ fork: parseFork(sampleRecord()) })
  expect(missesError([node])).toBe(undefined)
  const { request } = node.provider
  const swallowed = () => undefined
  const balance = { method: 'eth_getBalance', params: [bob, 'latest'] } as const
  await request(balance).catch(swallowed)
  await request(balance).catch(swallowed)
  await request({
    method: 'eth_getStorageAt',
    params: [counter, '0x2', 'latest'],
  }).catch(swallowed)
  expect(missesError([node])?.message).toMatch(
    new RegExp(
      `lacks what this test read: the account ${bob}, for eth_getBalance; storage slot 0x0+2 of ${counter}, for eth_getStorageAt\\. Record it: npx preseal fork`,
    ),
  )
})

/** A test of that kit, and how it ends. */
function openTest() {
  const { runner, end } = createTestRunner()
  const { testNode } = createKit(runner)
  return {
    node: testNode({ fork: parseFork(sampleRecord()) }),
    end,
  }
}

const swallowMiss = ({ provider }: ReturnType<typeof openTest>['node']) =>
  provider
    .request({ method: 'eth_getBalance', params: [bob, 'latest'] })
    .catch(() => undefined)

test('error: a test that passes on what it missed fails at its end', async () => {
  const { node, end } = openTest()
  await swallowMiss(node)
  expect(() => end([])).toThrow(`the account ${bob}, for eth_getBalance`)
})

test('behavior: a test that fails is told of its misses beside its error', async () => {
  const { node, end } = openTest()
  await swallowMiss(node)
  const error = new Error('expected 1 to be 2')
  end([error])
  expect(error.message).toMatch(
    /^expected 1 to be 2(?:.|\n)*lacks what this test read: the account/,
  )
})

test('behavior: a test that misses nothing ends as ever', async () => {
  const { node, end } = openTest()
  await node.provider.request({ method: 'eth_blockNumber' })
  expect(end([])).toEqual([])
})
