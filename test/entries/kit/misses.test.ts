import { createMockNode } from 'preseal'
import { parseFork } from 'preseal/fork'
import { expect, test } from 'vitest'
import { tellMisses } from '../../../src/entries/kit/story/tellMisses.js'
import { bob, counter, sampleRecord } from '../fork/sample.js'

test('behavior: all misses of a test are told at its end, with who asked', async () => {
  const node = createMockNode({ fork: parseFork(sampleRecord()) })
  expect(tellMisses([node])).toBe(undefined)
  const { request } = node.provider
  const swallowed = () => undefined
  const balance = { method: 'eth_getBalance', params: [bob, 'latest'] } as const
  await request(balance).catch(swallowed)
  await request(balance).catch(swallowed)
  await request({
    method: 'eth_getStorageAt',
    params: [counter, '0x2', 'latest'],
  }).catch(swallowed)
  expect(tellMisses([node])?.message).toMatch(
    new RegExp(
      `lacks what this test read: the account ${bob}, for eth_getBalance; storage slot 0x0+2 of ${counter}, for eth_getStorageAt\\. Record it: npx preseal fork`,
    ),
  )
})
