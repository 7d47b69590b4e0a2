import { isPresealError, PresealError } from '../../base/errors/errors.js'
import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { Contract } from '../contract.js'
import type { Hardfork, Native } from '../engine.js'
import { builtInAt, builtInOf } from './builtIn.js'
import { erc20Account } from './erc20Account.js'

/** The native contracts that a node knows. */
export type Natives = {
  /** The native that runs code that begins with 0xfe. */
  readonly native: (code: Hex) => Native | undefined
  /** The code that runs where the state has no code. */
  readonly codeAt: (address: Address) => Hex | undefined
  /** Contracts that were ever given, in their order. */
  readonly contracts: readonly Contract[]
  /** The account of a contract, whose code is known from then on. */
  readonly accountOf: (contract: Contract) => {
    readonly nonce: number
    readonly code: Hex
    readonly storage: { readonly [slot: Hash]: Hex }
  }
}

/**
 * A function has no bytes, so the code of its account is its address and how
 * many stood there before. Nothing is forgotten: whatever instant the node goes
 * back to, the code that is there is known.
 *
 * @param place - Whether it is an OP chain, and under which rules it runs.
 */
export function createNatives(place: {
  readonly isOp: boolean
  readonly hardfork: Hardfork
}): Natives {
  const declared = new Map<Hex, { given: Native; native: Native }>()
  const contracts: Contract[] = []

  function codeOf(address: Address, native: Native): Hex {
    for (let count = 0; ; count++) {
      const code: Hex = `0xfe${address.slice(2)}${count === 0 ? '' : toDigits(count)}`
      const known = declared.get(code)
      if (known === undefined)
        declared.set(code, { given: native, native: blamed(address, native) })
      if (known === undefined || known.given === native) return code
    }
  }

  return {
    native: (code) => declared.get(code)?.native ?? builtInOf(code),
    codeAt: (address) => builtInAt(address, place),
    contracts,
    accountOf(contract) {
      contracts.push(contract)
      return {
        nonce: 1,
        ...(contract.type === 'erc20'
          ? erc20Account(contract)
          : {
              code: codeOf(contract.address, contract.native),
              storage: contract.storage ?? {},
            }),
      }
    },
  }
}

function toDigits(count: number): string {
  return count.toString(16).padStart(8, '0')
}

/** Its errors are mistakes of its author, and reported as such. */
function blamed(address: Address, native: Native): Native {
  return (frame) => {
    try {
      return native(frame)
    } catch (error) {
      if (isPresealError(error) && error.name !== 'ReentrantCallError')
        throw error
      throw contractFunctionError(address, error)
    }
  }
}

function contractFunctionError(
  address: Address,
  cause: unknown,
): PresealError<'ContractFunctionError'> {
  const isError = cause instanceof Error
  const what = isError ? `${cause.name}: ${cause.message}` : `${cause}`
  const advice = isPresealError(cause)
    ? ''
    : " To revert instead, let it return { status: 'reverted', output, gasUsed }."
  return new PresealError(
    'ContractFunctionError',
    `The native contract ${address} threw ${what.replace(/\.$/, '')}.${advice}`,
    { cause },
  )
}
