import type { Hex } from 'preseal'
import type { Cadence } from './cadence.js'
import { type Chain, findTransaction, latestOf, type Sealed } from './chain.js'
import type { Config } from './config.js'
import {
  type Dressed,
  dress,
  wireBlock,
  wireReceipt,
  wireTransaction,
  wireWaiting,
} from './format.js'
import { hashesOf, headerOf } from './header.js'
import type { Imported } from './imported.js'
import type { Answer } from './judge.js'
import { type Open, scripted } from './openBlock.js'
import {
  accountIn,
  nonceAfter,
  type State,
  slotIn,
  wordOf,
  zeroWord,
} from './state.js'
import { quantity, type Transaction } from './transaction.js'

const missing: Answer = { code: -32000 }
const notFound: Answer = { code: -32001 }

/** Where the selector stands among the parameters; -1: there is none. */
export const selectorAt: { readonly [method: string]: number } = {
  eth_blockNumber: -1,
  eth_chainId: -1,
  eth_getBalance: 1,
  eth_getBlockByHash: 0,
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getCode: 1,
  eth_getStorageAt: 2,
  eth_getTransactionByHash: -1,
  eth_getTransactionCount: 1,
  eth_getTransactionReceipt: -1,
  net_version: -1,
}

const shows = ({ open }: Chain, beatsSeenBy: Cadence['beatsSeenBy']) =>
  open.cadence.beatsSeenBy === beatsSeenBy

/** The number of the block that is `latest`. */
function headOf(chain: Chain): bigint {
  const { open } = chain
  return shows(chain, 'latest')
    ? (open.imported?.number ?? open.number)
    : latestOf(chain).number
}

/** Whether a selector names the block that is being built. */
export async function isSeenOpen(
  chain: Chain,
  config: Config,
  selector: unknown,
  isOfState: boolean,
): Promise<boolean> {
  if (selector === 'pending') return !shows(chain, 'none')
  if (selector === 'latest' && isOfState && shows(chain, 'latestState'))
    return true
  if (!shows(chain, 'latest')) return false
  if (selector === 'latest') return true
  const hex = String(selector)
  if (!hex.startsWith('0x')) return false
  return hex.length === 66
    ? hex === (await hashOfOpen(chain, config))
    : BigInt(hex) === headOf(chain)
}

export async function hashOfOpen(
  { open, blocks }: Chain,
  config: Config,
): Promise<Hex | null> {
  if (open.imported !== null) return open.imported.hash
  const parent = (await hashesOf(blocks, config)).at(-1) ?? zeroWord
  return (await headerOf(open, parent, config)).hash
}

type Found = { block: Open | Sealed; parents: readonly Sealed[] }

/** What a request reads of a chain, every hash computed anew. */
export async function readChain(
  chain: Chain,
  config: Config,
  method: string,
  params: readonly unknown[],
  isOpenHidden: boolean,
): Promise<Answer> {
  const isExpecting =
    chain.expected !== null &&
    (await hashesOf(chain.expected.blocks, config)).at(-1) !==
      chain.expected.hash
  const find = async (
    selector: unknown,
    isOfState = false,
  ): Promise<Found | 'missing' | null> => {
    const { blocks, open } = chain
    if (await isSeenOpen(chain, config, selector, isOfState))
      return { block: open, parents: blocks }
    const at = (index: number) =>
      index < 0
        ? null
        : { block: blocks[index] as Sealed, parents: blocks.slice(0, index) }
    const hex = selector as string
    if (hex.length === 66)
      return at((await hashesOf(blocks, config)).indexOf(hex as Hex))
    if (hex.startsWith('0x'))
      return at(blocks.findIndex(({ number }) => number === BigInt(hex)))
    if (isExpecting) return 'missing'
    const most = {
      latest: latestOf(chain).number,
      pending: latestOf(chain).number,
      safe: chain.safe,
      finalized: chain.finalized,
      earliest: 0n,
    }[hex] as bigint
    return at(blocks.filter(({ number }) => number <= most).length - 1)
  }
  const inState = async (
    selector: unknown,
    take: (state: State) => string | undefined,
  ): Promise<Answer> => {
    const found = await find(selector, true)
    if (found === null) return notFound
    const value = found === 'missing' ? undefined : take(found.block.state)
    return value === undefined ? missing : { value }
  }
  const inBlock = async (
    selector: unknown,
    imported: (imported: Imported) => Answer,
    own: (dressed: Dressed) => unknown,
  ): Promise<Answer> => {
    const found = await find(selector)
    if (found === null) return { value: null }
    if (found === 'missing') return missing
    const { block, parents } = found
    if (block.imported !== null) return imported(block.imported)
    return { value: own(await dress(block, parents, config)) }
  }
  const [first, second, third] = params
  const address = first as Hex
  switch (method) {
    case 'eth_blockNumber':
      if (isExpecting && !shows(chain, 'latest')) return missing
      return { value: quantity(headOf(chain)) }
    case 'eth_chainId':
      return { value: quantity(config.chainId) }
    case 'net_version':
      return { value: String(config.chainId) }
    case 'eth_getBalance':
      return inState(second, (state) => {
        const { balance } = accountIn(state, address)
        return balance === undefined ? undefined : quantity(balance)
      })
    case 'eth_getTransactionCount': {
      // Of what waits as well, wherever that can be seen.
      if (second === 'pending') {
        let { nonce } = accountIn(chain.open.state, address)
        if (nonce === undefined) return missing
        const isNext = ({ from, nonce: own }: Transaction) =>
          from === address && own === nonce
        while (chain.queue.some(isNext)) nonce = nonceAfter(nonce)
        return { value: quantity(nonce) }
      }
      return inState(second, (state) => {
        const { nonce } = accountIn(state, address)
        return nonce === undefined ? undefined : quantity(nonce)
      })
    }
    case 'eth_getCode':
      return inState(second, (state) => accountIn(state, address).code)
    case 'eth_getStorageAt':
      return inState(third, (state) =>
        slotIn(accountIn(state, address), wordOf(second as string)),
      )
    case 'eth_getBlockByHash':
    case 'eth_getBlockByNumber':
      return inBlock(
        first,
        ({ json, hashes, isFull }) =>
          !second
            ? { value: { ...json, transactions: hashes } }
            : isFull
              ? { value: json }
              : missing,
        (dressed) => wireBlock(dressed, second as boolean),
      )
    case 'eth_getBlockReceipts':
      return inBlock(
        first,
        ({ receipts, hashes }) =>
          receipts === undefined && hashes.length > 0
            ? missing
            : { value: receipts ?? [] },
        (dressed) =>
          dressed.block.included.map((one) => wireReceipt(dressed, one)),
      )
  }

  const isReceipt = method === 'eth_getTransactionReceipt'
  const isUnseen = shows(chain, 'none')
  const waiting =
    chain.queue.find(({ hash }) => hash === first) ??
    // What nobody sees in its block waits.
    (isUnseen
      ? scripted(chain.open).find(
          ({ hash, type }) =>
            hash === first &&
            type !== 'deposit' &&
            chain.drops.get(hash) !== 'replaced',
        )
      : undefined)
  if (waiting !== undefined && !isOpenHidden && !isReceipt)
    return { value: wireWaiting(waiting) }
  const found = findTransaction(chain, first, isOpenHidden || isUnseen)
  if (found === null) return { value: null }
  if ('imported' in found) {
    const { imported, index } = found
    const list = isReceipt
      ? imported.receipts
      : (imported.json.transactions as unknown[])
    const value = list?.[index]
    return typeof value === 'object' ? { value } : missing
  }
  const { block, index } = found
  const at = chain.blocks.indexOf(block as Sealed)
  const parents = at < 0 ? chain.blocks : chain.blocks.slice(0, at)
  const dressed = await dress(block, parents, config)
  const included = block.included[index] as (typeof block.included)[number]
  const wire = isReceipt ? wireReceipt : wireTransaction
  return { value: wire(dressed, included) }
}
