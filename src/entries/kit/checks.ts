import { display } from '../../base/hex/display.js'
import { invalidArgument } from '../../base/validation/invalid.js'
import type { Profile } from '../../index.js'

/** A caller that writes `nextBeatAsync({ ms })` would go one beat. */
export function checkAsyncOptions(verb: string, given: unknown): void {
  const isByMs = verb === 'advanceAsync'
  const call = isByMs ? 'advanceAsync(ms)' : `${verb}()`
  const refusal = (what: string, expected: string, advice = `Write ${call}.`) =>
    invalidArgument(verb, what, expected, advice)
  if (typeof given === 'number' && !isByMs)
    throw refusal(
      `${given}`,
      'an object { act? }',
      `Write await ${call} once for each ${verb === 'nextBeatAsync' ? 'beat' : 'block'}, or advanceAsync(${given}) for that many ms.`,
    )
  if (typeof given !== 'object' || given === null)
    throw refusal(display(given), 'an object { act? }')
  const unknown = Object.keys(given).find((key) => key !== 'act')
  if (unknown !== undefined)
    throw refusal(
      `"${unknown}"`,
      '"act" or nothing',
      `Write ${callByMs(given)} to advance by ms${isByMs ? '' : `, or ${call}`}.`,
    )
  const { act } = given as { readonly act?: unknown }
  if (act !== undefined && typeof act !== 'function')
    throw refusal(
      `${display(act)} as "act"`,
      'a function',
      'Pass act of @testing-library/react, or leave it out.',
    )
}

/** Any number that is no duration is refused as one. */
export function checkMs(given: unknown): void {
  if (typeof given === 'number') return
  throw invalidArgument(
    'advanceAsync',
    display(given),
    'a number of ms',
    `Write ${callByMs(given)}, or nextBeatAsync() for the next beat.`,
  )
}

/** The call that was meant, with the ms of options if there are any. */
function callByMs(options: unknown): string {
  const { ms } = Object(options) as { readonly ms?: unknown }
  return `advanceAsync(${typeof ms === 'number' ? ms : 'ms'})`
}

/** Its nodes have the clock of the test. */
export function checkNodeOptions(given: unknown): asserts given is object {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalidArgument(
      'testNode',
      display(given),
      'an object of options',
      'Write testNode({ chain }), or testNode().',
    )
  const { clock } = given as { readonly clock?: unknown }
  if (clock !== undefined)
    throw invalidArgument(
      'testNode',
      `the "clock" ${display(clock)}`,
      'none, as its nodes follow the timers of the test',
      'Leave it out, or use createMockNode for a node with a clock of its own.',
    )
}

/** With an id alone, a test would run on the wrong network. */
export function checkChainId(chain: unknown): void {
  const { id } = Object(chain) as { readonly id?: unknown }
  if (!Number.isSafeInteger(id))
    throw invalidArgument(
      'testNode',
      `the chain ${display(chain)}`,
      'one of viem/chains, or an object with its "id"',
      'Write testNode({ chain: base }).',
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
    throw invalidArgument(
      'testNode',
      `the chain ${id} and the profile of chain ${chainId}`,
      'one of them',
      'Leave out "chain", or the profile: chains of viem have their own.',
    )
}
