import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { Hash, Hex } from '../../src/base/hex/hex.js'

/**
 * The tests of github.com/ethereum/execution-apis with the chain that they ask
 * about, one file a line. They are in the public domain (CC0-1.0).
 */
const fixturesFile = new URL('fixtures.jsonl.br', import.meta.url)

export type Fixture = {
  /** `eth_call/call-contract.io` */
  readonly file: string
  /** Only the form of the answers counts. */
  readonly isSpecOnly?: true
  readonly exchanges: readonly {
    readonly request: Request
    readonly response: { readonly result?: unknown; readonly error?: RpcError }
  }[]
}

type Request = { readonly method: string; readonly params?: unknown[] }
export type RpcError = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type Genesis = {
  readonly config: { readonly chainId: number }
  readonly timestamp: Hex
  readonly extraData: Hex
  readonly gasLimit: Hex
  readonly difficulty: Hex
  readonly alloc: {
    readonly [address: string]: {
      readonly balance: string
      readonly nonce?: string
      readonly code?: Hex
      readonly storage?: { readonly [slot: Hex]: Hex }
    }
  }
}

export type HeadState = {
  readonly accounts: {
    readonly [address: Hex]: {
      readonly balance: string
      readonly nonce: number
      readonly code?: Hex
      readonly storage?: { readonly [slot: Hex]: string }
      /** The hash of the address. */
      readonly key: Hash
    }
  }
}

export type Fixtures = {
  /** RLP of the blocks after the genesis block, one behind the other. */
  readonly chain: Hex
  readonly genesis: Genesis
  readonly headState: HeadState
  readonly fixtures: readonly Fixture[]
}

export function readFixtures(): Fixtures {
  const text = brotliDecompressSync(readFileSync(fixturesFile)).toString()
  const lines = text
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line)] : []))
  const named = (name: string) => lines.find(({ file }) => file === name)
  return {
    chain: named('chain.rlp').hex,
    genesis: named('genesis.json').json,
    headState: named('headstate.json').json,
    fixtures: lines.filter(({ exchanges }) => exchanges !== undefined),
  }
}
