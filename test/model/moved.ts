import { getCreateAddress } from 'ethers'
import type { Hex } from 'preseal'
import type { Config } from './config.js'
import type { Imported } from './imported.js'
import { l1Block } from './l1.js'
import {
  type Account,
  accountIn,
  nonceAfter,
  put,
  type State,
} from './state.js'

const l1FeeVault = '0x420000000000000000000000000000000000001a'

type Json = { readonly [field: string]: unknown }
type Sent = { from: Hex; to: Hex | null; nonce: Hex } & Json
type Log = { address: Hex; topics: Hex[] }

const wei = (given: unknown) => BigInt((given ?? '0x0') as Hex)

/** What a real block makes of the accounts that it names. */
export function movedBy(
  before: State,
  { json, receipts, isFull, baseFee }: Imported,
  { baseFeeRecipient, l1 }: Config,
): State {
  let state = before
  const isNative = (address: Hex) => l1 !== null && address === l1Block
  const update = (address: Hex, to: (account: Account) => Partial<Account>) => {
    const account = state.accounts.get(address)
    if (account) state = put(state, address, { ...account, ...to(account) })
  }
  const add = (address: Hex, more: bigint) =>
    update(address, ({ balance }) => {
      if (balance === undefined) return {}
      const sum = balance + more
      return { balance: sum < 0n || sum >= 2n ** 256n ? undefined : sum }
    })
  const lose = (address: Hex, isCoded = false) =>
    update(address, ({ code, storage, nonce, isWhole }) => {
      const isNew = isCoded && !isNative(address) && code === '0x'
      const words = [...storage.values()].filter((one) => BigInt(one) !== 0n)
      const holds = words.length > 0 || (!isWhole && storage.size > 0)
      const isPlain = !isNew && !isNative(address) && code === '0x' && !holds
      const whole = { storage: new Map(), isWhole: false, nonce: undefined }
      return {
        balance: undefined,
        nonce,
        code: isNew ? undefined : code,
        ...(isPlain ? {} : whole),
      }
    })

  const miner = json.miner as Hex
  const vaults = [baseFeeRecipient, l1FeeVault].filter((one) => one !== null)
  for (const [at, given] of (json.transactions as unknown[]).entries()) {
    const receipt = receipts?.[at] as Json | undefined
    const sent = (isFull ? given : receipt) as Sent | undefined
    if (!receipt) for (const one of vaults) lose(one as Hex)
    if (!sent) {
      lose(miner)
      continue
    }
    const { from, to } = sent
    const nonce = isFull ? Number(sent.nonce) : accountIn(state, from).nonce
    const logs = (receipt?.logs ?? []) as Log[]
    const hasInput = !isFull || sent.input !== '0x'
    const code = to === null ? undefined : accountIn(state, to).code
    const known = to !== null && isNative(to) ? 'native' : code
    const isRun =
      receipt?.status !== '0x0' &&
      (logs.length > 0 ||
        (to === null
          ? hasInput
          : known === undefined
            ? hasInput || wei(receipt?.gasUsed) !== 21_000n
            : known !== '0x'))
    if (receipt && sent.type === '0x7e') add(from, wei(sent.mint))
    else if (receipt) {
      const [gas, price] = [receipt.gasUsed, receipt.effectiveGasPrice].map(wei)
      const fee = (gas as bigint) * (price as bigint)
      add(from, -fee - wei(receipt.l1Fee))
      add(miner, fee - (gas as bigint) * baseFee)
      if (baseFeeRecipient) add(baseFeeRecipient, (gas as bigint) * baseFee)
      add(l1FeeVault, wei(receipt.l1Fee))
    }
    const created =
      to === null && nonce !== undefined
        ? (getCreateAddress({ from, nonce }).toLowerCase() as Hex)
        : null
    if (isRun || !receipt) {
      for (const one of [from, to, miner]) if (one) lose(one)
      for (const { topics } of logs)
        for (const topic of topics.slice(1))
          if (/^0x0{24}/.test(topic)) lose(`0x${topic.slice(26)}`)
      if (created) lose(created, true)
      for (const { address } of logs) lose(address, true)
    } else if (receipt.status !== '0x0') {
      add(from, -wei(sent.value))
      if (created)
        state = put(state, created, {
          ...accountIn(state, created),
          nonce: 1,
          code: '0x',
          storage: new Map(),
          isWhole: true,
        })
      const paid = to ?? created
      if (paid) add(paid, wei(sent.value))
    }
    if (nonce !== undefined)
      state = put(state, from, {
        ...accountIn(state, from),
        nonce: nonceAfter(nonce),
      })
  }
  return state
}
