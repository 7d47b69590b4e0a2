import type { ImportParameters, MockNodeOptions, Step } from 'preseal'
import { beat, reorg, sealAs } from './blockSteps.js'
import { latestOf, seal, set, tagged } from './chain.js'
import { Refused } from './errors.js'
import { importBlock } from './importBlock.js'
import { meet } from './known.js'
import { drop, preconfirm } from './queue.js'
import type { Drop } from './requeue.js'
import { beatAfter, boundaryOf, nextInstant } from './rhythm.js'
import { changesOf } from './setting.js'
import {
  declare,
  meetShadows,
  placeNow,
  tellEntered,
  unborn,
  type World,
} from './world.js'

/** A node at its birth, its steps at 0 ms done. */
export function born(options: MockNodeOptions): World {
  const world = unborn(options)
  meetShadows(world)
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
  world.openings = 0
  const told = world.told.length
  if (isBoundary) {
    world.boundaries += 1
    sealNow(world)
  }
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
  if (world.openings > 1) meet('toldOfCrowds')
  if (world.openings > 0)
    for (const one of world.told.slice(told))
      if (one.name === 'dropped') one.place.isLoose = true
  // Seals are told before what became of transactions.
  const inOrder = world.told.splice(told)
  const isSeal = ({ name }: (typeof inOrder)[number]) => name === 'sealed'
  world.told.push(...inOrder.filter(isSeal))
  world.told.push(...inOrder.filter((one) => !isSeal(one)))
  const offset = now - world.openedAt
  const { beats, config } = world
  const isBeat =
    offset === 0 ||
    (beats === null
      ? offset % config.preconfirmationTime === 0
      : beats.includes(offset))
  if (isBeat) beatNow(world)
  // What left the queue of this block did so at the beat of this instant.
  for (const one of world.told.slice(told))
    if (one.name === 'dropped' && !one.place.isLoose)
      if (one.place.blockNumber === placeNow(world).blockNumber)
        one.place.index = world.index
}

function beatNow(world: World) {
  if (world.now !== world.openedAt) world.index += 1
  world.beatTimes.push(world.now)
  const { chain, dropped, entered } = beat(world.chain, world.config)
  world.chain = chain
  for (const one of dropped)
    world.told.push({ name: 'dropped', place: placeNow(world), ...one })
  tellEntered(world, entered)
  const { now } = world
  world.told.push({ name: 'beat', now, place: placeNow(world), chain })
}

function reopen(world: World, openedAt: number) {
  world.openedAt = openedAt
  world.index = 0
  world.delay = 0
  world.beats = null
  world.sealAs = []
  world.isIndexLoose = false
}

/** Told where and as what they had been pre-confirmed. */
function tellDropped(world: World, dropped: readonly Drop[]) {
  for (const one of dropped) {
    const entered = world.entered.get(one.transaction.hash) ?? placeNow(world)
    const place = { ...entered, isLoose: true }
    world.told.push({ name: 'dropped', place, ...one })
  }
}

function tellSealed(world: World, depth: number) {
  const { blocks } = world.chain
  world.openings += 1
  for (let count = blocks.length - depth; count < blocks.length; count++)
    world.told.push({
      name: 'sealed',
      block: blocks[count] as (typeof blocks)[number],
      blocks: blocks.slice(0, count + 1),
    })
}

/** A step that asks for what cannot be leaves the block as it is. */
function sealNow(world: World) {
  for (const step of world.sealAs)
    try {
      const { chain, dropped } = sealAs(world.chain, step, world.config)
      world.chain = chain
      tellDropped(world, dropped)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      world.errors.push(error.name)
    }
  world.chain = seal(world.chain, world.config)
  tellSealed(world, 1)
  reopen(world, world.now)
  tellEntered(world, world.chain.open.included)
}

export function importNow(world: World, parameters: ImportParameters) {
  const { blocks } = world.chain
  const done = importBlock(world.chain, parameters, world.config)
  world.chain = done.chain
  if (done.isPending) {
    world.openings += 1
    tellDropped(world, done.dropped)
    return
  }
  if (done.imported.number !== null)
    if (done.imported.number <= latestOf({ blocks }).number)
      world.areTagsLoose = true
  if (world.beats !== null) meet('importAmongBeats')
  const { preconfirmationTime } = world.config
  const passed = world.now - world.openedAt
  reopen(world, world.now - (passed % preconfirmationTime))
  tellSealed(world, 1)
  tellDropped(world, done.dropped)
  tellEntered(world, world.chain.open.included)
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
      const hash =
        'hash' in step
          ? step.hash
          : named.find(({ label }) => label === step.label)?.hash
      if (hash === undefined) throw new Refused('LabelNotPendingError')
      drop(world, hash, beatAfter(world, world.now - 1))
      return
    }
    case 'setBalance':
    case 'setNonce':
    case 'setCode':
    case 'setStorageAt':
      world.chain = set(chain, changesOf(step), config)
      return
    case 'fault':
      declare(world, { id: step, fault: step.fault, label: step.label })
      return
    case 'lift':
      world.faults = world.faults.filter(({ label }) => label !== step.label)
      return
    case 'importBlock':
      importNow(world, step)
      return
    case 'expectBlock':
      world.chain = {
        ...chain,
        expected: { hash: step.hash, blocks: chain.blocks },
      }
      return
    case 'seal':
      sealNow(world)
      return
    case 'delaySeal':
      world.delay += step.ms
      return
    case 'beats':
      world.beats = step.offsets
      if (world.now > world.openedAt) world.isIndexLoose = true
      return
    case 'sealAs':
      world.sealAs.push(step)
      return
    case 'reorg': {
      const done = reorg(chain, step, config)
      world.chain = done.chain
      tellSealed(world, step.depth)
      tellDropped(world, done.dropped)
      return
    }
    case 'setLag': {
      const lag = {
        safe: step.safe ?? chain.lag.safe,
        finalized: step.finalized ?? chain.lag.finalized,
      }
      if (lag.finalized < lag.safe) throw new Refused('LagError')
      world.chain = tagged({ ...chain, lag })
    }
  }
}
