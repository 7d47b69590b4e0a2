import type { Fault, Hex, MockNodeOptions, Step } from 'preseal'
import { type Chain, genesis } from './chain.js'
import { type Config, configOf } from './config.js'
import { importBlock } from './importBlock.js'
import type { Open } from './openBlock.js'
import type { Transaction } from './transaction.js'

/** A fault and how many requests it was for. */
export type Declared = {
  readonly id: object
  readonly fault: Fault
  readonly label: string | undefined
  /** ms */
  readonly since: number
  /** What `'frozen'` shows. */
  readonly chain: Chain
  seen: number
  affected: number
}

/** What listeners are told, with the block that it is about. */
export type Told =
  | {
      name: 'reorged'
      blockNumber: bigint
      depth: number
      wasFinalized: boolean
    }
  | { name: 'sealed'; block: Open; blocks: Chain['blocks'] }
  | { name: 'preconfirmed'; transaction: Transaction; place: Place }
  | { name: 'dropped'; transaction: Transaction; place: Place; reason: string }
  | { name: 'beat'; now: number; place: Place; chain: Chain }

export type Place = { blockNumber: bigint; index: number }

/** Everything at an instant, as the script made it; replayed, so edited. */
export type World = {
  readonly config: Config
  chain: Chain
  /** ms */
  now: number
  /** When the open block opened, ms. */
  openedAt: number
  /** Beats that the open block has had, but for the one that opened it. */
  index: number
  delay: number
  /** That of the open block. */
  rhythm: Config['rhythm']
  /** That of the block after it, where it is another. */
  nextRhythm: Config['rhythm'] | null
  /** ms since the open block opened */
  beats: readonly number[] | null
  sealPlans: Extract<Step, { type: 'planSeal' }>[]
  /** How many steps have acted. */
  step: number
  faults: Declared[]
  rate: { window: number; requests: number }
  /** When there was a beat, ms. */
  beatTimes: number[]
  /** How many blocks were sealed, by the clock or by steps. */
  boundaries: number
  /** Where each transaction was pre-confirmed. */
  entered: Map<Hex, Place>
  told: Told[]
  errors: string[]
}

export function unborn(options: MockNodeOptions): World {
  const config = configOf(options)
  const chain = config.blocks.reduce(
    (before, block) => importBlock(before, block, config).chain,
    genesis(config),
  )
  return {
    config,
    chain,
    now: 0,
    openedAt: 0,
    index: 0,
    delay: 0,
    rhythm: config.rhythm,
    nextRhythm: null,
    beats: null,
    sealPlans: [],
    step: 0,
    faults: config.faults.map((fault) => ({
      id: fault,
      fault,
      label: undefined,
      since: 0,
      chain,
      seen: 0,
      affected: 0,
    })),
    rate: { window: 0, requests: 0 },
    beatTimes: [],
    boundaries: 0,
    entered: new Map(),
    told: [],
    errors: [],
  }
}

export function declare(
  world: World,
  { id, fault, label }: Pick<World['faults'][number], 'id' | 'fault' | 'label'>,
) {
  const { now: since, chain, faults } = world
  const declared = { id, fault, label, since, chain, seen: 0, affected: 0 }
  world.faults = [...faults, declared]
}
