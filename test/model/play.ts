import type {
  ImportParameters,
  MockNodeOptions,
  Step,
  StepNow,
  TransactionName,
} from 'preseal'
import { beat, reorg, sealPlans, withoutDropped } from './blockSteps.js'
import { type Chain, seal, set, tagged } from './chain.js'
import { Refused } from './errors.js'
import { importBlock } from './importBlock.js'
import { placeNow, tellEntered } from './placeNow.js'
import { drop, preconfirm, tellDropped } from './queue.js'
import type { Drop } from './requeue.js'
import { boundaryOf, isBeat, nextInstant } from './rhythm.js'
import { setCadence } from './setCadence.js'
import { changesOf } from './setting.js'
import { declare, unborn, type World } from './world.js'

/** A node at its birth, its steps at 0 ms done. */
export function born(options: MockNodeOptions): World {
  const world = unborn(options)
  playInstant(world, 0)
  return world
}

/** Lets time pass until an instant, that one included. */
export function pass(world: World, until: number) {
  for (;;) {
    const next = nextInstant(world)
    if (next > until) break
    playInstant(world, next)
  }
  world.now = until
}

/** First the boundary, then the steps, then the beat. */
export function playInstant(world: World, now: number) {
  const isBoundary = now === boundaryOf(world)
  world.now = now
  if (isBoundary) sealNow(world)
  const { timeline } = world.config
  for (;;) {
    const step = timeline[world.step]
    if (step === undefined || step.at > now) break
    world.step += 1
    try {
      applyStep(world, step)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      world.errors.push(error.name)
    }
  }
  if (isBeat(world)) beatNow(world)
}

function beatNow(world: World) {
  if (world.now !== world.openedAt) world.index += 1
  tellBeat(world, beat(world.chain, world.config))
}

/** What is queued enters before a seal, by a beat of that index. */
function lastBeat(world: World, index: number) {
  const played = beat(world.chain, world.config)
  if (played.dropped.length + played.entered.length === 0) return
  world.index = index
  tellBeat(world, played)
}

function tellBeat(
  world: World,
  { chain, dropped, entered }: ReturnType<typeof beat>,
) {
  count(world)
  world.chain = chain
  for (const one of dropped)
    world.told.push({ name: 'dropped', place: placeNow(world), ...one })
  tellEntered(world, entered)
  const { now } = world
  world.told.push({ name: 'beat', now, place: placeNow(world), chain })
}

/** A block that a verb opens between two beats begins with one, too. */
function count({ beatTimes, now }: World) {
  if (beatTimes.at(-1) !== now) beatTimes.push(now)
}

function reopen(world: World, openedAt: number) {
  world.openedAt = openedAt
  world.index = 0
  world.delay = 0
  world.beats = null
  world.sealPlans = []
  world.rhythm = world.nextRhythm ?? world.rhythm
  world.nextRhythm = null
}

/** Blocks of the chain as it was, from that number on, are others now. */
function tellReorged(world: World, before: Chain, blockNumber: bigint) {
  const gone = before.blocks.filter(({ number }) => number >= blockNumber)
  const last = gone.at(-1)
  if (last === undefined) return
  const depth = Number(last.number - blockNumber) + 1
  const wasFinalized = before.finalized >= blockNumber
  world.told.push({ name: 'reorged', blockNumber, depth, wasFinalized })
}

function tellSealed(world: World, depth: number) {
  const { blocks } = world.chain
  for (let count = blocks.length - depth; count < blocks.length; count++)
    world.told.push({
      name: 'sealed',
      block: blocks[count] as (typeof blocks)[number],
      blocks: blocks.slice(0, count + 1),
    })
}

/** A step that asks for what cannot be leaves the block as it is. */
function sealNow(world: World) {
  const left: Drop[] = []
  for (const step of world.sealPlans)
    try {
      const { chain, dropped } = sealPlans(world.chain, step, world.config)
      world.chain = chain
      left.push(...dropped)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      world.errors.push(error.name)
    }
  const { chain, dropped } = withoutDropped(world.chain, world.config)
  world.chain = chain
  left.push(...dropped)
  world.boundaries += 1
  world.chain = seal(world.chain, world.config)
  reopen(world, world.now)
  tellSealed(world, 1)
  tellDropped(world, left)
  tellEntered(world, world.chain.open.included)
}

export function importNow(world: World, parameters: ImportParameters) {
  const before = world.chain
  const done = importBlock(before, parameters, world.config)
  world.chain = done.chain
  if (done.isPending) {
    tellDropped(world, done.dropped)
    return
  }
  tellReorged(world, before, done.imported.number as bigint)
  const { beats, now, openedAt, rhythm, nextRhythm } = world
  const sinceBeat = (now - openedAt) % rhythm.preconfirmationTime
  const isRhythmKept = beats === null && nextRhythm === null
  reopen(world, isRhythmKept ? now - sinceBeat : now)
  if (!isRhythmKept) count(world)
  tellSealed(world, 1)
  tellDropped(world, done.dropped)
  tellEntered(world, world.chain.open.included)
}

/** A verb acts after the beat of its instant, and a block it opens has one. */
export function applyNow(world: World, given: StepNow) {
  const step = { ...given, at: world.now } as Step
  if (step.type === 'planSeal') {
    world.delay += step.delay ?? 0
    world.sealPlans.push(seen(world.chain, step))
    return
  }
  if (step.type === 'seal') {
    lastBeat(world, world.index + 1)
    sealNow(world)
    beatNow(world)
    return
  }
  applyStep(world, step)
}

/** A label is that of the newest transaction, queued or pending, that has it. */
function seen(
  { queue, open }: Chain,
  step: Extract<Step, { type: 'planSeal' }>,
): typeof step {
  const held = [
    ...open.included.map(({ transaction }) => transaction),
    ...queue,
  ].reverse()
  const find = (name: TransactionName): TransactionName => {
    if (held.some(({ hash }) => hash === name)) return name
    const found = held.find(({ label }) => label === name)
    if (found === undefined) throw new Refused('UnknownTransactionError')
    return found.hash
  }
  return {
    ...step,
    ...(step.order && { order: step.order.map(find) }),
    ...(step.omit && { omit: step.omit.map(find) }),
    ...(step.amend && {
      amend: step.amend.map((one) => ({
        ...one,
        transaction: find(one.transaction),
      })),
    }),
  }
}

function applyStep(world: World, step: Step) {
  const { config, chain } = world
  switch (step.type) {
    case 'preconfirm': {
      const { at, type, transactionType, ...given } = step
      preconfirm(world, { ...given, type: transactionType })
      return
    }
    case 'drop': {
      const named = [
        ...chain.queue,
        ...chain.open.included.map((one) => one.transaction),
      ]
      const transaction = String(step.transaction)
      const hash = transaction.startsWith('0x')
        ? (transaction as `0x${string}`)
        : named.find(({ label }) => label === transaction)?.hash
      if (hash === undefined) throw new Refused('UnknownTransactionError')
      drop(world, hash)
      return
    }
    case 'setBalance':
    case 'setNonce':
    case 'setCode':
    case 'setStorageAt':
      world.chain = set(chain, changesOf(step), config)
      return
    case 'fault':
      declare(world, { id: step, fault: step.fault, label: step.fault.label })
      return
    case 'lift':
      world.faults = world.faults.filter(({ label }) => label !== step.label)
      return
    case 'importBlock':
      importNow(world, step)
      return
    case 'announceBlock':
      world.chain = {
        ...chain,
        expected: { hash: step.hash, blocks: chain.blocks },
      }
      return
    case 'seal': {
      const { index, now, openedAt } = world
      lastBeat(world, now === openedAt ? index : index + 1)
      sealNow(world)
      return
    }
    case 'planBeats':
      world.beats = step.offsets
      return
    case 'planSeal':
      world.delay += step.delay ?? 0
      world.sealPlans.push(step)
      return
    case 'reorg': {
      const done = reorg(chain, step, config)
      world.chain = done.chain
      const { depth = 1 } = step
      const latest = chain.blocks.at(-1)?.number ?? 0n
      tellReorged(world, chain, latest - BigInt(depth) + 1n)
      tellSealed(world, depth)
      tellDropped(world, done.dropped)
      return
    }
    case 'setCadence':
      setCadence(world, step)
      return
    case 'setFinalityLag': {
      const lag = {
        safe: step.safe ?? chain.lag.safe,
        finalized: step.finalized ?? chain.lag.finalized,
      }
      if (lag.finalized < lag.safe) throw new Refused('ChainRuleError')
      world.chain = tagged({ ...chain, lag })
    }
  }
}
