import type {
  Fault,
  Hex,
  ImportParameters,
  MockNodeOptions,
  PreconfirmParameters,
  StepNow,
} from 'preseal'
import { ask } from './ask.js'
import { type Chain, set } from './chain.js'
import { Refused } from './errors.js'
import { applyNow, born, importNow, pass, playInstant } from './play.js'
import { drop, preconfirm } from './queue.js'
import { nextInstant } from './rhythm.js'
import { type Asked, send } from './send.js'
import { changesOf, type Setting } from './setting.js'
import { declare, type World } from './world.js'

type SettingVerb = Setting extends infer setting
  ? setting extends Setting
    ? Omit<setting, 'at'>
    : never
  : never

/** What a test did, and when; of requests, those that faults counted. */
type Deed = { readonly at: number } & (
  | { type: 'preconfirm'; transaction: PreconfirmParameters }
  | { type: 'send'; asked: Asked }
  | { type: 'drop'; transaction: string }
  | { type: 'set'; setting: SettingVerb }
  | { type: 'apply'; step: StepNow }
  | { type: 'import'; parameters: ImportParameters }
  | { type: 'fault'; id: object; fault: Fault }
  | { type: 'lift'; id: object }
  | { type: 'asked'; faults: readonly Counted[]; rate: World['rate'] }
)
type Counted = { id: object; seen: number; affected: number }

/** All that the model remembers: whatever else there is follows from it. */
export type Script = { readonly deeds: readonly Deed[]; readonly now: number }

/** The world as a script leaves it, played from birth on. */
function replay(options: MockNodeOptions, { deeds, now }: Script): World {
  const world = born(options)
  for (const deed of deeds) {
    pass(world, deed.at)
    perform(world, deed)
  }
  pass(world, now)
  return world
}

function perform(world: World, deed: Deed) {
  switch (deed.type) {
    case 'preconfirm':
      preconfirm(world, deed.transaction)
      return
    case 'send':
      send(world, deed.asked)
      return
    case 'drop':
      drop(world, deed.transaction as Hex)
      return
    case 'set': {
      const changes = changesOf({ ...deed.setting, at: world.now } as Setting)
      world.chain = set(world.chain, changes, world.config)
      return
    }
    case 'apply':
      applyNow(world, deed.step)
      return
    case 'import':
      importNow(world, deed.parameters)
      return
    case 'fault':
      declare(world, { ...deed, label: undefined })
      return
    case 'lift':
      world.faults = world.faults.filter(({ id }) => id !== deed.id)
      return
    case 'asked':
      world.rate = deed.rate
      for (const { id, seen, affected } of deed.faults) {
        const fault = world.faults.find((one) => one.id === id)
        if (fault) Object.assign(fault, { seen, affected })
      }
  }
}

export type Verb =
  | { type: 'preconfirm'; transaction: PreconfirmParameters }
  | { type: 'send'; asked: Asked }
  | { type: 'drop'; transaction: string }
  | { type: 'set'; setting: SettingVerb }
  | { type: 'apply'; step: StepNow }
  | { type: 'import'; parameters: ImportParameters }
  | { type: 'fault'; id: object; fault: Fault }
  | { type: 'lift'; id: object }

/** What came of an action: a name where the node is to throw. */
type Came = { error: string | undefined }

export function createModel(options: MockNodeOptions) {
  let script: Script = { deeds: [], now: 0 }
  let world = replay(options, script)
  /** How much of what is told was told before. */
  let heard = world.told.length
  let failed = world.errors.length

  let past = { world, chains: new Map<number, Chain>() }

  function take(next: Script, isOldNews = false) {
    script = next
    world = replay(options, script)
    if (isOldNews) heard = world.told.length
    failed = world.errors.length
  }

  function attempt(next: Script): Came {
    try {
      const played = replay(options, next)
      const error = played.errors[failed]
      script = next
      world = played
      failed = played.errors.length
      return { error }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { error: error.name }
    }
  }

  /** When a verb that moves time is there; where it gives up, nothing moves. */
  function target(verb: 'nextBeat' | 'nextBlock', times: number) {
    const trial = replay(options, script)
    const { now, step, config } = trial
    const reached = () =>
      verb === 'nextBeat' ? trial.beatTimes.length : trial.boundaries
    const goal = reached() + times
    const bringing = config.timeline
      .slice(step)
      .filter(({ type }) => type === 'seal')
    if (verb === 'nextBlock' && config.sealing === 'manual')
      return {
        isReached: bringing.length >= times,
        at: bringing[times - 1]?.at ?? now,
      }
    while (reached() < goal) {
      const next = nextInstant(trial)
      if (next === Number.POSITIVE_INFINITY)
        return { isReached: false, at: now }
      playInstant(trial, next)
    }
    return { isReached: true, at: trial.now }
  }

  return {
    get world() {
      return world
    },
    get script() {
      return script
    },
    do: (verb: Verb) =>
      attempt({
        ...script,
        deeds: [...script.deeds, { ...verb, at: script.now }],
      }),
    moveTo: (now: number) => attempt({ ...script, now }),
    target,
    /** Back to an instant as it was, or to a script that was kept. */
    restore(kept: Script) {
      take(kept, true)
    },
    seekBack(now: number) {
      // 0 is the creation: what happened at that instant is gone, too.
      const deeds = now === 0 ? [] : script.deeds.filter(({ at }) => at <= now)
      take({ deeds, now }, true)
    },
    /** What listeners were told since the last time. */
    hear() {
      const news = world.told.slice(heard)
      heard = world.told.length
      return news
    },
    async ask(method: string, params: readonly unknown[]) {
      const answer = await ask(world, chainAt, method, params)
      remember()
      return answer
    },
  }

  /** As it was then; kept as long as nothing but requests comes. */
  function chainAt(now: number): Chain {
    const known = past.world === world ? past.chains.get(now) : undefined
    if (known !== undefined) return known
    if (past.world !== world) past = { world, chains: new Map() }
    const deeds = script.deeds.filter(({ at }) => at <= now)
    const { chain } = replay(options, { deeds, now })
    past.chains.set(now, chain)
    return chain
  }

  /** What faults and the endpoint counted is part of what happened. */
  function remember() {
    const { faults, rate, now } = world
    if (faults.length === 0 && rate.requests === 0) return
    const counted = faults.map(({ id, seen, affected }) => ({
      id,
      seen,
      affected,
    }))
    const before = script.deeds.at(-1)
    const deeds =
      before?.type === 'asked' && before.at === now
        ? script.deeds.slice(0, -1)
        : script.deeds
    const deed = { at: now, type: 'asked', faults: counted, rate } as const
    script = { ...script, deeds: [...deeds, deed] }
  }
}
