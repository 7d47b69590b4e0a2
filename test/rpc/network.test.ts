import { crc32 } from 'node:zlib'
import { createMockNode } from 'preseal'
import { expect, test } from 'vitest'
import { alice, ask } from '../calls/ask.js'

type Config = {
  current: {
    precompiles: object
    blobSchedule: object
    systemContracts: object
    forkId: string
  }
}

test('eth_config tells the one fork that there is', async () => {
  const node = createMockNode()
  expect(await ask(node, 'eth_config')).toMatchInlineSnapshot(`
    {
      "current": {
        "activationTime": 0,
        "blobSchedule": {
          "baseFeeUpdateFraction": 5007716,
          "max": 9,
          "target": 6,
        },
        "chainId": "0x7a69",
        "forkId": "0xc5517313",
        "precompiles": {
          "BLAKE2F": "0x0000000000000000000000000000000000000009",
          "BLS12_G1ADD": "0x000000000000000000000000000000000000000b",
          "BLS12_G1MSM": "0x000000000000000000000000000000000000000c",
          "BLS12_G2ADD": "0x000000000000000000000000000000000000000d",
          "BLS12_G2MSM": "0x000000000000000000000000000000000000000e",
          "BLS12_MAP_FP2_TO_G2": "0x0000000000000000000000000000000000000011",
          "BLS12_MAP_FP_TO_G1": "0x0000000000000000000000000000000000000010",
          "BLS12_PAIRING_CHECK": "0x000000000000000000000000000000000000000f",
          "BN254_ADD": "0x0000000000000000000000000000000000000006",
          "BN254_MUL": "0x0000000000000000000000000000000000000007",
          "BN254_PAIRING": "0x0000000000000000000000000000000000000008",
          "ECREC": "0x0000000000000000000000000000000000000001",
          "ID": "0x0000000000000000000000000000000000000004",
          "KZG_POINT_EVALUATION": "0x000000000000000000000000000000000000000a",
          "MODEXP": "0x0000000000000000000000000000000000000005",
          "P256VERIFY": "0x0000000000000000000000000000000000000100",
          "RIPEMD160": "0x0000000000000000000000000000000000000003",
          "SHA256": "0x0000000000000000000000000000000000000002",
        },
        "systemContracts": {
          "BEACON_ROOTS_ADDRESS": "0x000f3df6d732807ef1319fb7b8bb8522d0beac02",
          "HISTORY_STORAGE_ADDRESS": "0x0000f90827f1c53a10cb7a02335b175320002935",
        },
      },
      "last": null,
      "next": null,
    }
  `)
})

test('options: eth_config follows the hardfork', async () => {
  const configs = await Promise.all(
    (['cancun', 'prague', 'osaka'] as const).map(
      (hardfork) =>
        ask(createMockNode({ hardfork }), 'eth_config') as Promise<Config>,
    ),
  )
  expect(
    configs.map(({ current }) => [
      Object.keys(current.precompiles).length,
      current.blobSchedule,
      // EIP-2935 came with Prague.
      'HISTORY_STORAGE_ADDRESS' in current.systemContracts,
    ]),
  ).toEqual([
    [10, { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 }, false],
    [17, { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 }, true],
    [18, { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 }, true],
  ])
})

test('the fork id is that of a chain with this genesis block and no fork', async () => {
  const node = createMockNode()
  const { hash } = (await ask(
    node,
    'eth_getBlockByNumber',
    'earliest',
    false,
  )) as { hash: `0x${string}` }
  const { current } = (await ask(node, 'eth_config')) as Config
  const checksum = crc32(Buffer.from(hash.slice(2), 'hex'))
  expect(current.forkId).toBe(`0x${checksum.toString(16).padStart(8, '0')}`)
})

test('eth_capabilities has the head, and deletes nothing', async () => {
  const node = createMockNode()
  node.nextBlock(3)
  const { hash } = (await ask(
    node,
    'eth_getBlockByNumber',
    'latest',
    false,
  )) as { hash: string }
  const whole = { disabled: false, oldestBlock: '0x0' }
  expect(await ask(node, 'eth_capabilities')).toEqual({
    head: { number: '0x3', hash },
    state: whole,
    tx: whole,
    logs: whole,
    receipts: whole,
    blocks: whole,
    stateproofs: whole,
  })
})

test('eth_getAccountInfo has what three methods say', async () => {
  const node = createMockNode({
    accounts: { [alice]: { balance: 5n, nonce: 7, code: '0x6001' } },
  })
  expect(await ask(node, 'eth_getAccountInfo', alice, 'pending')).toEqual({
    balance: '0x5',
    nonce: '0x7',
    code: '0x6001',
  })
  expect(await ask(node, 'eth_getAccountInfo', alice, '0x9')).toEqual({
    code: -32001,
    message: 'block not found: 0x9',
  })
})
