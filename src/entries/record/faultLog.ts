import type { Step } from '../../index.js'
import { type Failure, kindOf } from '../endpoint/index.js'
import type { Poll } from './poll.js'
import { commonFailure, type QueryStatus, subjectOf } from './queries.js'

/** Answered, but of another block. */
type Skew = { readonly type: 'otherBlock'; readonly to: 'latest' }

type Standing = {
  readonly failure: Failure | Skew
  /** Undefined: every method. */
  readonly methods: readonly string[] | undefined
  readonly block: string | undefined
}

/**
 * Turns failures into faults for as long as they last: a step where one begins,
 * and one where it ends.
 */
export function createFaultLog(): {
  /** The steps that follow from how the requests of a poll ended. */
  stepsFor(
    at: number,
    found: Pick<Poll, 'statuses' | 'isReceiptsOfLatest'>,
  ): Step[]
} {
  const known = new Map<string, QueryStatus>()
  /** Labels of the faults that stand, by what they are. */
  let standing = new Map<string, string>()
  let count = 0
  let isSkewed = false

  return {
    stepsFor(at, { statuses: asked, isReceiptsOfLatest = isSkewed }) {
      isSkewed = isReceiptsOfLatest
      for (const status of asked) known.set(subjectOf(status), status)
      const whole = commonFailure(asked)
      const faults: Standing[] =
        whole === undefined
          ? [...group([...known.values()]), ...(isSkewed ? [skew] : [])]
          : [{ failure: whole, methods: undefined, block: undefined }]

      const begun: Step[] = []
      const next = new Map<string, string>()
      for (const fault of faults) {
        const key = keyOf(fault)
        const label = standing.get(key)
        next.set(key, label ?? `fault ${++count}`)
        if (label === undefined)
          begun.push({
            at,
            type: 'fault',
            fault: { label: `fault ${count}`, ...toFault(fault) },
          })
      }
      const ended = [...standing].filter(([key]) => !next.has(key))
      standing = next
      return [
        ...ended.map(([, label]) => ({ at, type: 'lift' as const, label })),
        ...begun,
      ]
    },
  }
}

const skew: Standing = {
  failure: { type: 'otherBlock', to: 'latest' },
  methods: ['eth_getBlockReceipts'],
  block: 'pending',
}

/**
 * As few faults as possible: for every block of a method, for several methods.
 */
function group(statuses: readonly QueryStatus[]): Standing[] {
  const faults = new Map<string, Standing>()
  const add = (failure: Failure, method: string, block: string | undefined) => {
    const key = `${kindOf(failure)} ${block}`
    const { methods = [], ...before } = faults.get(key) ?? { failure, block }
    faults.set(key, { ...before, methods: [...methods, method] })
  }
  const byMethod = new Map<string, QueryStatus[]>()
  for (const status of statuses)
    byMethod.set(status.method, [
      ...(byMethod.get(status.method) ?? []),
      status,
    ])
  for (const [method, ofMethod] of byMethod) {
    const common = commonFailure(ofMethod)
    if (common !== undefined) add(common, method, undefined)
    else
      for (const { failure, block } of ofMethod)
        if (failure !== undefined) add(failure, method, block)
  }
  return [...faults.values()]
}

function keyOf({ failure, methods, block }: Standing): string {
  const kind = failure.type === 'otherBlock' ? failure.type : kindOf(failure)
  return JSON.stringify([kind, methods, block])
}

function toFault({ failure, methods, block }: Standing) {
  return {
    ...failure,
    ...(methods !== undefined && { methods }),
    ...(block !== undefined && { block: block as 'latest' | 'pending' }),
  }
}
