import type { BlockSelector } from '../../../base/hex/selector.js'
import type { Refusal } from '../../../base/validation/problem.js'
import type { JsonSchema, Judge } from '../../../base/validation/values.js'
import type { Outcome } from '../../../rpc/answers/outcome.js'
import type { Reads } from '../../../rpc/method/method.js'
import type { Match } from './match.js'

/** All that a type of fault is. */
export type FaultType<own extends { readonly type: string }> = {
  readonly type: own['type']
  /** How its own fields are read, those that may be left out among them. */
  readonly fields: FieldsOf<own>
  /**
   * The stages at which it acts. A write is done once a request is parsed: an
   * earlier fault prevents it, a later one finds it done.
   */
  readonly stages: readonly Stage[]
  readonly effect: Effect<own>
  /**
   * Whether it could change the answer to a request that reads this. If it
   * could not, it is not used up. Every request by default.
   */
  changes?(fault: own, asked: Asked): boolean
  /** The rules between its fields, and what narrows the requests. */
  check?(fault: own & Match, refuse: (refusal: Refusal) => void): void
}

/** The read of a request. */
type Asked = {
  readonly reads: Reads
  /** Canonical; undefined without a selector or with malformed parameters. */
  readonly block: string | undefined
}

/**
 * How far a request got: its parameters not looked at yet, found malformed, its
 * method unknown, both good but not run, its block not found, this read as zero,
 * run into another error, run to a value.
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

/** The instant at which a fault was declared. */
type Declared = {
  /** ms of the node's time. */
  readonly since: number
  /** When it begins to act, ms of the node's time; at once by default. */
  readonly from: number | undefined
  /** The node at that time, which only its owner can read. */
  readonly instant: unknown
}

/** A past instant: the instant itself, its ms, or how many beats ago it was. */
export type Past =
  | { readonly instant: unknown }
  | { readonly at: number }
  | { readonly beats: number }

/** How a field is read: as one value, or part by part. */
export type Field<value = unknown> = { readonly isOptional?: boolean } & (
  | Judge<value>
  | {
      read(
        given: unknown,
        refuse: (refusal: Refusal) => void,
      ): value | undefined
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
