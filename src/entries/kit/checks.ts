import { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import type { Profile } from '../../index.js'

const settleKeys = ['ms', 'act']

/** A caller that writes `settle(2_000)` means ms, and would go one beat. */
export function checkSettleOptions(given: unknown): void {
  if (typeof given !== 'object' || given === null)
    throw new InvalidKitOptionsError(
      `settle was given ${display(given)}, expected an object { ms?, act? }. Write ${typeof given === 'number' ? `settle({ ms: ${given} })` : 'settle()'}.`,
    )
  const unknown = Object.keys(given).find((key) => !settleKeys.includes(key))
  if (unknown !== undefined)
    throw new InvalidKitOptionsError(
      `settle was given "${unknown}", expected "ms" or "act". Write settle({ ms: 2_000 }), in ms, or settle() for the next beat.`,
    )
  const { act } = given as { readonly act?: unknown }
  if (act !== undefined && typeof act !== 'function')
    throw new InvalidKitOptionsError(
      `settle was given ${display(act)} as "act", expected a function. Pass act of @testing-library/react, or leave it out.`,
    )
}

/** Its nodes have the clock of the test. */
export function checkNodeOptions(given: unknown): asserts given is object {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new InvalidKitOptionsError(
      `testNode was given ${display(given)}, expected an object of options. Write testNode({ chain }), or testNode().`,
    )
  const { clock } = given as { readonly clock?: unknown }
  if (clock !== undefined)
    throw new InvalidKitOptionsError(
      `testNode was given the "clock" ${display(clock)}, expected none, as its nodes follow the timers of the test. Leave it out, or use createMockNode for a node with a clock of its own.`,
    )
}

/** With an id alone, a test would run on the wrong network. */
export function checkChainId(chain: unknown): void {
  const { id } = Object(chain) as { readonly id?: unknown }
  if (!Number.isSafeInteger(id))
    throw new InvalidKitOptionsError(
      `testNode was given the chain ${display(chain)}, expected one of viem/chains, or an object with its "id". Write testNode({ chain: base }).`,
    )
}

/** Two chains have nothing in common; a testnet takes the profile of its mainnet. */
export function checkProfile(
  { id }: { readonly id: number },
  known: Profile | undefined,
  own: Profile | undefined,
): void {
  if (known === undefined || own === undefined) return
  const { chainId } = own.options
  if (chainId !== known.options.chainId)
    throw new InvalidKitOptionsError(
      `testNode was given the chain ${id} and the profile of chain ${chainId}, expected one of them. Leave out "chain", or the profile: chains of viem have their own.`,
    )
}

class InvalidKitOptionsError extends PresealError {
  override readonly name = 'InvalidKitOptionsError'
}
