import type {
  Hash,
  MockNode,
  MockNodeOptions,
  PreconfirmParameters,
} from 'preseal'
import { numberToHex } from 'viem'
import { alice, bob, carol, ether, miner, token, word } from './actors.js'
import type { Door } from './door.js'

/** One account that can pay. */
export const funded = {
  accounts: { [alice]: { balance: ether } },
} satisfies MockNodeOptions

/** A short life in which every account read of `token` tells the block. */
export const numbered = {
  options: {
    finalityLag: { safe: 2, finalized: 4 },
    accounts: {
      [alice]: { balance: ether },
      [token]: tellingOf(0),
    },
  } satisfies MockNodeOptions,

  /** Blocks 1 to 6 are sealed, block 7 is pending. */
  play(node: MockNode): Hash[] {
    return [1, 2, 3, 4, 5, 6, 7].map((number) => {
      const hash = node.preconfirm({
        from: alice,
        to: bob,
        value: 1n,
        logs: [{ address: token, topics: [word(number)], data: '0x' }],
        changes: { [token]: tellingOf(number) },
      })
      if (number < 7) node.nextBlock()
      else node.nextBeat()
      return hash
    })
  },
}

/** What `token` holds after block `number`. */
export function tellingOf(number: number) {
  const told = 0x10 + number
  return {
    balance: BigInt(told),
    nonce: told,
    code: numberToHex(told),
    storage: { [word(1)]: word(told) },
  }
}

/** One transaction of each kind, valid in this order. */
export const kinds = {
  legacy: { type: 'legacy', from: alice, to: bob, value: 5n },
  'legacy of much data': {
    type: 'legacy',
    from: alice,
    to: token,
    data: `0x${'5a'.repeat(300)}`,
    gasUsed: 40_000n,
    gas: 90_000n,
    gasPrice: 3_000n,
  },
  eip2930: {
    type: 'eip2930',
    from: alice,
    to: bob,
    value: 0n,
    gasPrice: 2_500n,
    accessList: [
      { address: token, storageKeys: [word(1), word(2)] },
      { address: bob, storageKeys: [] },
    ],
  },
  eip1559: {
    from: alice,
    to: token,
    value: 7n,
    data: '0xdeadbeef',
    gas: 100_000n,
    gasUsed: 51_234n,
    maxFeePerGas: 9_000n,
    maxPriorityFeePerGas: 100n,
    logs: [
      { address: token, topics: [word(1), word(2)], data: '0x2a' },
      { address: bob, topics: [], data: '0x' },
    ],
    changes: { [token]: { storage: { [word(9)]: word(42) } } },
  },
  eip7702: {
    type: 'eip7702',
    from: carol,
    to: token,
    authorizationList: [
      { chainId: 31_337, address: token, nonce: 1 },
      {
        chainId: 0,
        address: bob,
        nonce: 0,
        r: word(0x1234),
        s: word(0x5678),
        yParity: 1,
      },
    ],
    logs: [{ address: token, topics: [word(3)] }],
  },
  'contract creation': {
    from: alice,
    data: '0x6001600155',
    gasUsed: 60_000n,
    value: 3n,
  },
  reverted: {
    from: alice,
    to: token,
    value: 11n,
    status: 'reverted',
    gasUsed: 30_000n,
  },
  deposit: {
    type: 'deposit',
    from: bob,
    to: carol,
    value: 2n,
    mint: 20n,
    gas: 150_000n,
    gasUsed: 46_000n,
    logs: [{ address: carol, topics: [word(4)], data: '0x00ff' }],
  },
  'system deposit': {
    type: 'deposit',
    from: miner,
    to: token,
    data: '0x440a5e20',
    isSystemTx: true,
    sourceHash: word(0xabc),
  },
} satisfies Record<string, PreconfirmParameters>

export const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
export const signedKindNames = kindNames.filter(
  (name) => !name.includes('deposit'),
)

/** A life with every kind of transaction, fees, sets, gaps and reverts. */
export const busy = {
  options: {
    accounts: {
      [alice]: { balance: ether },
      [carol]: { balance: ether, nonce: 3 },
      [token]: { code: '0x6001', storage: { [word(1)]: word(5) } },
    },
    header: {
      initialBaseFeePerGas: 1_000n,
      gasLimit: 1_000_000n,
      miner,
      extraData: '0x00000000fa00000006',
      mixHash: word(0x111),
      parentBeaconBlockRoot: word(0x222),
    },
  } satisfies MockNodeOptions,

  /** Blocks 1 to 6 are sealed, block 7 is pending with three transactions. */
  play(node: MockNode) {
    for (const name of kindNames) {
      node.preconfirm(kinds[name])
      node.nextBeat()
    }
    node.nextBlock(2)
    node.setBalance({ address: carol, value: ether / 2n })
    node.setStorageAt({ address: token, index: 77, value: '0x1' })
    node.preconfirm({ from: carol, to: bob, value: 1n })
    node.nextBlock(2)
    for (let count = 0; count < 20; count++)
      node.preconfirm({ from: alice, to: bob, gasUsed: 45_000n })
    node.nextBlock(2)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.preconfirm({ ...kinds.deposit, value: 1n })
    node.nextBeat(2)
    node.preconfirm({
      from: carol,
      to: token,
      logs: [{ address: bob, topics: [word(8)] }],
    })
    node.nextBeat()
  },
}

export async function openBusy(door: Door, options?: MockNodeOptions) {
  const opened = await door.open({ ...busy.options, ...options })
  busy.play(opened.node)
  return opened
}
