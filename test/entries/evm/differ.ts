import type { Engine, Hardfork } from '../../../src/engine/engine.js'
import { intrinsicGas } from '../../../src/engine/gas.js'
import { watchDepartures } from './departures.js'
import { type Transaction, transact } from './host.js'
import type { MemoryState } from './memoryState.js'
import { type Outcome, runOracle } from './oracle.js'
import { createRandom } from './random.js'
import { createCase, type RandomCase } from './randomCase.js'
import { stateRootOf } from './stateRoot.js'

/**
 * What the engine and the oracle make differently of the program of a seed,
 * with gas to spare and again where its gas ends somewhere on its way.
 */
export async function differ(
  engine: Engine,
  seed: number,
  hardfork: Hardfork,
): Promise<string | undefined> {
  const random = createRandom(seed ^ 0x5eed)
  const { transaction, ...rest } = await createCase(seed, hardfork)
  const { own, difference } = await differOnce(engine, transaction, rest)
  if (own === undefined || difference !== undefined) return difference
  if (typeof own === 'string') return undefined
  // Once code has come by often enough it runs in another way.
  for (let time = 2; time <= 5; time++) {
    const again = runOwn(engine, transaction, rest)
    if (print(again) !== print(own))
      return `run ${time}: ${print(again)} instead of ${print(own)}`
  }
  const least = Number(intrinsicGas(transaction, rest.environment))
  const span = Math.max(1, Number(own.gasUsed) - least)
  const gas = BigInt(least + random.below(span))
  const short = { ...transaction, gas }
  return (await differOnce(engine, short, rest)).difference
}

async function differOnce(
  engine: Engine,
  transaction: Transaction,
  rest: Surroundings,
): Promise<{ own?: OwnOutcome | string; difference?: string | undefined }> {
  const state = rest.createState()
  const departures = watchDepartures(
    (address) => (state.get(address)?.nonce ?? 0n) === 0n,
  )
  let hasEof = false
  const watched: Engine = {
    execute: (reader, environment, message) =>
      engine.execute(reader, environment, message, {
        ...departures.observer,
        enter: (frame) => {
          const { type, input } = frame
          hasEof ||= type.startsWith('CREATE') && input().startsWith('0xef00')
          departures.observer.enter?.(frame)
        },
      }),
  }
  const own = runOwn(watched, transaction, rest)
  // The oracle refuses initcode that begins like EOF's without running it, in
  // hardforks that do not have EOF; there 0xef is an instruction undefined.
  if (hasEof) return {}
  const difference = await compare(own, transaction, rest)
  const isKnown = rest.environment.hardfork === 'amsterdam' && departures.has()
  return difference !== undefined && isKnown ? {} : { own, difference }
}

export type Surroundings = Omit<RandomCase, 'transaction'>

export type OwnOutcome = Omit<Outcome, 'stateRoot'> & {
  readonly state: MemoryState
}

export function runOwn(
  engine: Engine,
  transaction: Transaction,
  { environment, createState }: Surroundings,
): OwnOutcome | string {
  const state = createState()
  const execution = transact(engine, state, environment, transaction)
  if (typeof execution === 'string') return execution
  const { status, gasUsed, output, logs } = execution
  return { status, gasUsed, output, logs: [...logs], state }
}

export async function compare(
  own: OwnOutcome | string,
  transaction: Transaction,
  { environment, createState }: Surroundings,
): Promise<string | undefined> {
  const oracle = await runOracle(createState(), environment, transaction)
  if (typeof own === 'string' || typeof oracle === 'string')
    return typeof own === typeof oracle
      ? undefined
      : `refusal: ${print(own)} instead of ${print(oracle)}`
  const { state, ...rest } = own
  const outcome = { ...rest, stateRoot: await stateRootOf(state) }
  return print(outcome) === print(oracle)
    ? undefined
    : `gas ${transaction.gas}: ${print(outcome)} instead of ${print(oracle)}`
}

function print(outcome: OwnOutcome | Outcome | string): string {
  return JSON.stringify(outcome, (_, value) => {
    if (value instanceof Map) return [...value]
    return typeof value === 'bigint' ? String(value) : value
  })
}
