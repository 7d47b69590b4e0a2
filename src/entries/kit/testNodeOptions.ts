import type { Chain } from 'viem'
import { display } from '../../base/hex/display.js'
import {
  type NamesTaken,
  namesTaken,
} from '../../base/validation/namesTaken.js'
import { invalidArgument } from '../../base/validation/problem.js'
import {
  type Clock,
  createMockNode,
  type MockNode,
  type MockNodeOptions,
  type Profile,
} from '../../index.js'
import { profileOf } from '../chains/index.js'
import { type Annotations, annotate } from '../timeline/index.js'
import type { Mark } from './story/watchMarks.js'

/** Options of a test's node: those of `createMockNode`, plus `chain`. */
export type TestNodeOptions = Omit<MockNodeOptions, 'clock'> &
  Annotations & {
    /**
     * A chain of `viem/chains`, such as `base`. The node gets the chain's
     * profile (`profileOf` of `preseal/chains`), or, if there is none, its id
     * and block time
     */
    readonly chain?: TestChain | undefined
    /**
     * Whether the error of a failing test names the origins that were asked
     * besides its nodes; default true
     */
    readonly watchOrigins?: boolean | undefined
    /**
     * Marks beats, seals, drops, reorgs and requests that failed in a trace,
     * after each `nextBeatAsync`, `nextBlockAsync` and `advanceAsync`; such as
     * `page.mark` of vitest 5's browser mode; default none
     */
    readonly mark?: Mark | undefined
  }

/** When a test with such a node begins, in unix ms, and how to make the node. */
export function readTestNode({
  chain,
  abis,
  names,
  watchOrigins: isWatching = true,
  mark,
  ...given
}: TestNodeOptions) {
  const options = { ...optionsOfChain(chain, given.profile), ...given }
  return {
    start: startOf(options),
    chain,
    isWatching,
    mark,
    make(clock: Clock): MockNode {
      const time = timestampAt(clock.now, options.fork)
      const node = createMockNode({ ...time, ...options, ...ofTests, clock })
      annotate(node, { abis, names })
      return node
    },
  }
}

/** A chain of `viem/chains`, or just its id. */
export type TestChain = Pick<Chain, 'id'> &
  Partial<
    Pick<
      Chain,
      'name' | 'rpcUrls' | 'blockTime' | 'experimental_preconfirmationTime'
    >
  >

/** Default of a node. */
const beat = 200

/**
 * Its id and a profile, which knows more of it than viem does; without one its
 * block time if it has one, with beats that go into it: those that the chain
 * names, every 200 ms, or one a block.
 *
 * @param own - The profile that the user gives beside it, which wins.
 */
function optionsOfChain(
  chain: TestChain | undefined,
  own?: Profile | undefined,
): MockNodeOptions {
  if (chain === undefined) return {}
  checkChainId(chain)
  const known = profileOf(chain)
  checkProfile(chain, known, own)
  const profile = own ?? known
  const {
    id: chainId,
    blockTime,
    experimental_preconfirmationTime: preconfirmationTime,
  } = chain
  if (profile !== undefined) return { chainId, profile }
  if (blockTime === undefined) return { chainId }
  const asked = preconfirmationTime ?? beat
  const fits = blockTime % asked === 0
  return {
    chainId,
    blockTime,
    preconfirmationTime: fits ? asked : blockTime,
  }
}

/** 2026-01-01, as a node has it by default, so that hashes stay the same. */
const start = 1_767_225_600_000

/** unix ms at which a test of such a node begins: as its fork or profile does. */
function startOf({
  fork,
  profile,
}: Pick<MockNodeOptions, 'fork' | 'profile'>): number {
  // Whatever else was given is refused as the node is made.
  const { timestamp } = Object(profile?.options) as { timestamp?: bigint }
  return (
    timeOf(fork) ??
    (timestamp === undefined ? start : Number(timestamp) * 1_000)
  )
}

/**
 * The test's time as that of the first block, since a dapp compares the two;
 * nothing if that would be before the fork.
 *
 * @param now - unix ms
 */
function timestampAt(
  now: number,
  fork: MockNodeOptions['fork'],
): Pick<MockNodeOptions, 'timestamp'> {
  const forked = timeOf(fork)
  return forked !== undefined && now < forked
    ? {}
    : { timestamp: BigInt(Math.floor(now / 1_000)) }
}

/** unix ms of the block of a fork */
function timeOf(fork: MockNodeOptions['fork']): number | undefined {
  const { timestamp } = Object(fork?.record.block) as { timestamp?: unknown }
  return timestamp === undefined ? undefined : Number(timestamp) * 1_000
}

/** An error names what `testNode` takes, in place of `createMockNode`. */
const ofTests: NamesTaken = {
  [namesTaken]: (known) => [
    ...['chain', 'abis', 'names', 'watchOrigins', 'mark'],
    ...known.filter((name) => name !== 'version' && name !== 'clock'),
  ],
}

/** Its nodes have the clock of the test. */
export function checkNodeOptions(given: unknown): asserts given is object {
  if (
    typeof given !== 'object' ||
    given === null ||
    Array.isArray(given) ||
    'rpcUrls' in given
  )
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
function checkChainId(chain: unknown): void {
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
function checkProfile(
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
