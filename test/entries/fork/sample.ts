import { keccak256 } from 'viem'

/*
 * A live chain as one of its blocks left it: alice with some ether, and a
 * counter that adds 1 to slot 0 at each call and returns what was there.
 */

export const alice = '0x00000000000000000000000000000000000a11ce'
export const bob = '0x0000000000000000000000000000000000000b0b'
export const counter = '0x00000000000000000000000000000000c0047e40'
export const miner = '0x00000000000000000000000000000000000c01b0'
export const gone = '0x000000000000000000000000000000000000dead'

// SLOAD(0) DUP1 PUSH0 MSTORE; PUSH1 1 ADD PUSH0 SSTORE; RETURN(0, 32)
export const counterCode = '0x5f54805f5260010160005560205ff3'

export const word = (value: number | bigint): `0x${string}` =>
  `0x${value.toString(16).padStart(64, '0')}`

export const block = {
  number: '0x64',
  hash: word(0xb100),
  parentHash: word(0xb099),
  timestamp: '0x68000000',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  baseFeePerGas: '0x7',
  miner,
  mixHash: word(0x3141),
  extraData: '0x',
  transactions: [] as string[],
}

export function sampleRecord() {
  return {
    version: 1,
    chainId: 1,
    hardfork: 'prague',
    block,
    accounts: {
      [alice]: { balance: '10000000000000000000', nonce: 5, codeHash: null },
      [counter]: { balance: '0', nonce: 1, codeHash: keccak256(counterCode) },
      [gone]: null,
      [miner]: { balance: '1', nonce: 0, codeHash: null },
    },
    code: { [keccak256(counterCode)]: counterCode },
    storage: { [counter]: { [word(0)]: word(41), [word(1)]: word(0) } },
    blockHashes: { 98: word(0xb098) },
    history: { blocks: {}, receipts: {}, transactions: {}, logs: [] },
  }
}
