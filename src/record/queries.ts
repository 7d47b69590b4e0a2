import { display } from '../hex/display.js'
import { toWord } from '../hex/hex.js'
import type { AccountsParameters } from '../index.js'
import {
  type Answer,
  copyAnswer,
  UnexpectedAnswerError,
} from './endpoint/copyResult.js'
import type { Call } from './endpoint/transport.js'
import { type Head, readHead } from './head.js'
import { mergeState } from './mergeState.js'
import type { ParsedWatch } from './recordOptions.js'

/** What was answered about one block, as far as it was. */
export type Reading = {
  block?: RecordedBlock
  receipts?: Answer
  state: AccountsParameters
}

export type RecordedBlock = Answer & { readonly head: Head }

/** One request of a poll, and what becomes of its result. */
export type Question = {
  readonly call: Call
  /** The selector as it is asked for, by which a fault matches. */
  readonly block: string | undefined
  readonly take: (value: unknown) => void
}

export function askBlock(block: string, reading: Reading): Question {
  const call = { method: 'eth_getBlockByNumber', params: [block, true] }
  return {
    call,
    block,
    take: (value) => {
      reading.block = {
        ...copyAnswer(value, call),
        head: readHead(value, call),
      }
    },
  }
}

export function askReceipts(block: string, reading: Reading): Question {
  const call = { method: 'eth_getBlockReceipts', params: [block] }
  return {
    call,
    block,
    take: (value) => {
      if (!Array.isArray(value))
        throw new UnexpectedAnswerError(call, display(value), 'an array')
      reading.receipts = copyAnswer(value, call)
    },
  }
}

export function askState(
  block: string,
  { balances, storage }: ParsedWatch,
  reading: Reading,
): Question[] {
  const take = (state: AccountsParameters) => {
    reading.state = mergeState(reading.state, state)
  }
  return [
    ...balances.map((address) => {
      const call = { method: 'eth_getBalance', params: [address, block] }
      return {
        call,
        block,
        take: (value: unknown) =>
          take({ [address]: { balance: toBigInt(value, call) } }),
      }
    }),
    ...storage.map(({ address, slot }) => {
      const params = [address, slot, block]
      const call = { method: 'eth_getStorageAt', params }
      return {
        call,
        block,
        take: (value: unknown) =>
          take({
            [address]: { storage: { [slot]: toWord(toBigInt(value, call)) } },
          }),
      }
    }),
  ]
}

export function askChainId(take: (chainId: number) => void): Question {
  const call = { method: 'eth_chainId', params: [] }
  return {
    call,
    block: undefined,
    take: (value) => {
      const chainId = Number(toBigInt(value, call))
      if (!Number.isSafeInteger(chainId) || chainId === 0)
        throw new UnexpectedAnswerError(
          call,
          display(value),
          'a number from 1 to 2^53 - 1',
        )
      take(chainId)
    },
  }
}

const quantity = /^0x[0-9a-fA-F]{0,64}$/

function toBigInt(value: unknown, call: Call): bigint {
  if (typeof value === 'string' && quantity.test(value))
    return value === '0x' ? 0n : BigInt(value)
  throw new UnexpectedAnswerError(
    call,
    display(value),
    'a hexadecimal integer of at most 32 bytes',
  )
}
