import type { BlockSelector } from '../../base/hex/hex.js'
import type { Refuse } from '../../base/validation/problem.js'
import type { JsonSchema, Validator } from '../../base/validation/values.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import type { Reads } from '../../rpc/method/method.js'

/** Everything about one type of fault. */
export type FaultType<own extends { readonly type: string }> = {
  readonly type: own['type']
  /** How its own fields are read, optional ones included. */
  readonly fields: FieldsOf<own>
  /**
   * The stages at which it acts. A write is done once a request is parsed: an
   * earlier fault prevents it, a later one finds it done.
   */
  readonly stages: readonly Stage[]
  readonly effect: Effect<own>
  /**
   * Whether it could change the answer to this request. If not, the request
   * does not count for `times`. Default: every request.
   */
  changes?(fault: own, asked: Asked): boolean
  /** Checks rules between its fields and those that narrow the requests. */
  check?(fault: own & Match, refuse: Refuse): void
}

/** The read of a request. */
type Asked = {
  readonly reads: Reads
  /** Canonical; undefined without a selector or with malformed parameters. */
  readonly block: string | undefined
}

/**
 * How far a request got: parameters not read yet, parameters malformed, method
 * unknown, both valid but not run, block not found, that read as zero, another
 * error, a value.
 */
export type Stage =
  | 'asked'
  | 'malformed'
  | 'unknown'
  | 'parsed'
  | 'notFound'
  | 'zeroed'
  | 'failed'
  | 'answered'

/** The method ran. */
export const ran = ['notFound', 'zeroed', 'failed', 'answered'] as const

/** The method runs, or is unknown. */
export const parsed = ['unknown', 'parsed', ...ran] as const

export const anywhere = ['asked', 'malformed', ...parsed] as const

/** The effect of a fault on a request. */
type Effect<own> =
  /** The fault answers. The first that answers or holds decides. */
  | {
      readonly type: 'answer'
      /** @param ran - The outcome that it replaces, if the method ran. */
      answer(fault: own, ran: Outcome | undefined): Outcome
    }
  /** The request waits for the lift, and is judged anew then. */
  | { readonly type: 'hold' }
  /** The answer is late; delays add up. */
  | { readonly type: 'delay'; ms(fault: own): number }
  /** The chain is read as it was. The last one holds. */
  | { readonly type: 'past'; past(fault: own, declared: Declared): Past }
  /** Another block is read. The last one holds. */
  | { readonly type: 'redirect'; to(fault: own): BlockSelector }
  /** A block that is not found is read as zero. */
  | { readonly type: 'zero' }
  /** No request is affected, but the connection that carries it. */
  | { readonly type: 'connection' }
  /** No request is affected, but when a transaction that was sent is included. */
  | { readonly type: 'inclusion' }

/** The instant at which a fault was declared. */
type Declared = {
  /** ms of the node's time. */
  readonly since: number
  /** When it begins to act, ms of the node's time; at once by default. */
  readonly from: number | undefined
  /** The node at that time, which only its owner can read. */
  readonly instant: unknown
}

/** A past instant: the instant itself, its ms, or a number of beats ago. */
export type Past =
  | { readonly instant: unknown }
  | { readonly at: number }
  | { readonly beats: number }

/** How to read a field: as one value, or part by part. */
export type Field<value = unknown> = { readonly isOptional?: boolean } & (
  | Validator<value>
  | {
      read(given: unknown, refuse: Refuse): value | undefined
      readonly json: JsonSchema
    }
)

/**
 * The readers of its fields; fields that may be absent are optional here, too.
 */
type FieldsOf<own> = {
  readonly [name in Exclude<keyof own, 'type'>]-?: undefined extends own[name]
    ? Field<Exclude<own[name], undefined>> & { readonly isOptional: true }
    : Field<own[name]> & { readonly isOptional?: never }
}

/** The same field, which may be left out. */
export function optional<field extends Field>(
  field: field,
): field & { readonly isOptional: true } {
  return { ...field, isOptional: true }
}

/** When a fault acts, how often, and what it is called. */
export type Window = {
  /** A name, by which a `lift` step lifts it. */
  readonly label?: string | undefined
  /** Number of matching requests that pass first. */
  readonly skip?: number | undefined
  /** After those, every n-th request is affected; default 1 */
  readonly everyNth?: number | undefined
  /** Maximum number of affected requests. */
  readonly times?: number | undefined
  /** ms of the node's time from which it applies. */
  readonly since?: number | undefined
  /**
   * ms of the node's time until which it applies, exclusive. Requests that
   * already hang do so until the fault is lifted.
   */
  readonly until?: number | undefined
}

/** The requests that a fault affects. Absent fields match every request. */
export type Match = Window & {
  readonly methods?: readonly string[] | undefined
  /** The endpoint that is asked, a name of the option `endpoints`. */
  readonly endpoint?: string | undefined
  /**
   * The block selector exactly as in the request: a number does not match a
   * tag.
   */
  readonly block?: BlockSelector | undefined
}
