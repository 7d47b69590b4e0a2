import type { MockNodeOptions } from 'preseal'
import { alice, bob, carol, ether, miner, token, word } from './actors.js'

/** How long the story below is, in ms. */
export const storyLength = 6_600

/**
 * A story in which everything happens that a timeline can tell, at beats, at
 * boundaries and between them.
 */
export const story: MockNodeOptions = {
  timestamp: 1_767_225_600n,
  accounts: {
    [alice]: { balance: 10n * ether },
    [bob]: { balance: 5n * ether, nonce: 3 },
    [token]: { code: '0x6001', storage: { [word(0)]: word(7) } },
  },
  header: {
    initialBaseFeePerGas: 1_000n,
    minBaseFeePerGas: 100n,
    gasLimit: 200_000n,
    miner,
  },
  finalityLag: { safe: 1, finalized: 2 },
  steps: [
    { at: 0, type: 'preconfirm', label: 'a0', from: alice, to: bob, value: 1n },
    { at: 0, type: 'setBalance', address: carol, value: ether },
    { at: 1, type: 'preconfirm', label: 'a1', from: alice, to: bob, value: 2n },
    {
      at: 199,
      type: 'preconfirm',
      label: 'b0',
      from: bob,
      to: token,
      logs: [{ address: token, topics: [word(1)], data: '0x01' }],
      changes: { [token]: { storage: { [word(1)]: word(1) } } },
    },
    { at: 200, type: 'preconfirm', label: 'a2', from: alice, to: carol },
    { at: 201, type: 'setStorageAt', address: token, index: 0, value: '0x08' },
    { at: 400, type: 'drop', transaction: 'a1' },
    { at: 450, type: 'fault', fault: { label: 'blind', type: 'null' } },
    { at: 1_050, type: 'lift', label: 'blind' },
    {
      at: 1_111,
      type: 'preconfirm',
      label: 'big',
      from: carol,
      to: null,
      gasUsed: 150_000n,
      value: 5n,
      data: '0x60016002',
    },
    {
      at: 1_111,
      type: 'preconfirm',
      label: 'bigger',
      from: alice,
      to: bob,
      gasUsed: 190_000n,
      transactionType: 'legacy',
    },
    { at: 1_999, type: 'setNonce', address: bob, nonce: 9 },
    { at: 2_000, type: 'setCode', address: bob, bytecode: '0x6002' },
    { at: 2_000, type: 'preconfirm', label: 'b9', from: bob, to: alice },
    {
      at: 2_100,
      type: 'fault',
      fault: { type: 'rpc', code: -32_000, message: 'no', skip: 1, times: 2 },
    },
    { at: 2_150, type: 'setBalance', address: bob, value: 0n },
    {
      at: 2_300,
      type: 'preconfirm',
      label: 'mint',
      transactionType: 'deposit',
      from: token,
      to: bob,
      value: ether,
      mint: ether,
    },
    {
      at: 2_345,
      type: 'preconfirm',
      label: 'fails',
      from: bob,
      to: token,
      value: 1n,
      status: 'reverted',
    },
    { at: 4_000, type: 'fault', fault: { type: 'stale', beats: 3, times: 3 } },
    { at: 4_200, type: 'preconfirm', label: 'fills', from: bob, to: alice },
    {
      at: 6_000,
      type: 'preconfirm',
      label: 'last',
      from: alice,
      to: bob,
      transactionType: 'eip2930',
    },
    { at: 6_400, type: 'drop', transaction: 'last' },
    { at: 6_500, type: 'setStorageAt', address: token, index: 1, value: '0x0' },
  ],
}
