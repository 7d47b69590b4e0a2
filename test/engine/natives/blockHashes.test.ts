import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { toWord } from '../../../bench/contestants/token.js'
import { accounts, alice, dave, tokenNode } from '../../node/tokenNode.js'

const history = '0000f90827f1c53a10cb7a02335b175320002935'

/** Asks for the hash of a block; stores it, and whether there is one. */
const asking = (number: string): Hex =>
  `0x${number}5f5260205f60205f73${history}5afa6001555f515f55`

async function ask(number: string) {
  const node = tokenNode({
    accounts: { ...accounts, [dave]: { code: asking(number) } },
  })
  node.nextBlock(3)
  node.preconfirm({ from: alice, to: dave, gas: 200_000n, execute: true })
  node.nextBeat()
  const slot = (slot: Hex) => {
    const params = [dave, slot, 'pending'] as const
    return node.provider.request({ method: 'eth_getStorageAt', params })
  }
  const params = ['0x2', false] as const
  const block = await node.provider.request({
    method: 'eth_getBlockByNumber',
    params,
  })
  return {
    answer: await slot('0x0'),
    isAnswered: (await slot('0x1')) === toWord(1n),
    hash: block?.hash,
  }
}

test('default: it tells the hash of a block that is sealed', async () => {
  const { answer, isAnswered, hash } = await ask('6002')
  expect(isAnswered).toBe(true)
  expect(answer).toBe(hash)
})

test('behavior: of the block itself and of later ones it tells nothing', async () => {
  for (const number of ['43', '6005'])
    expect((await ask(number)).isAnswered).toBe(false)
})
