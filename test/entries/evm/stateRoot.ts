import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { type Hex, hexToBytes, keccak256, toHex, toRlp } from 'viem'
import type { ExecutionLog } from '../../../src/engine/observer.js'
import { keccak } from './keccak.js'
import type { MemoryState } from './memoryState.js'

/** By somebody else's trie, so that it can judge. */
export async function stateRootOf(state: MemoryState): Promise<Hex> {
  const trie = createTrie()
  for (const [address, account] of state) {
    const { balance, nonce, code, storage } = account
    const slots = createTrie()
    for (const [key, word] of storage)
      await put(slots, key, scalar(BigInt(word)))
    const root = toHex(slots.root())
    const fields = [rlpNumber(nonce), rlpNumber(balance), root, keccak256(code)]
    await put(trie, address, toRlp(fields))
  }
  return toHex(trie.root())
}

export function logsHashOf(logs: readonly ExecutionLog[]): Hex {
  return keccak256(
    toRlp(
      logs.map(({ address, topics, data }) => [address, [...topics], data]),
    ),
  )
}

function createTrie() {
  return new MerklePatriciaTrie({
    useKeyHashing: true,
    useKeyHashingFunction: keccak,
  })
}

async function put(trie: MerklePatriciaTrie, key: Hex, value: Hex) {
  await trie.put(hexToBytes(key), hexToBytes(value))
}

function scalar(value: bigint): Hex {
  return toRlp(rlpNumber(value))
}

function rlpNumber(value: bigint): Hex {
  return value === 0n ? '0x' : toHex(value)
}
