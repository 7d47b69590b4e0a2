import * as z from 'zod/mini'
import type { SealAs } from '../../chain/intents/sealAs.js'
import { display } from '../../hex/display.js'
import type { Dialect } from '../../validation/amounts.js'
import type { Refusal } from '../../validation/problem.js'
import * as values from '../../validation/values.js'
import { effectFields } from '../preconfirm.js'
import { list, object, rule, value } from '../schema.js'
import { type TransactionName, transactionName } from './transactionName.js'

/** Steps that change what the clock and the queue would do to a block. */
export type BlockStep =
  /** Seals the open block at once; the next boundary is a `blockTime` later. */
  | { type: 'seal' }
  /** The open block is sealed later than it was due. */
  | ({ type: 'delaySeal' } & DelaySealParameters)
  /** The open block has its beats at these instants, and no others. */
  | {
      type: 'beats'
      /** ms since the block opened, which is a beat in any case */
      offsets: readonly number[]
    }
  | SealAsStep
  /** Other blocks take the place of the newest sealed ones. */
  | ({ type: 'reorg' } & ReorgParameters)
  /** Moves safe and finalized, which never move back. */
  | ({ type: 'setLag' } & SetLagParameters)

/** The open block is sealed differently from what was pre-confirmed. */
type SealAsStep = { type: 'sealAs' } & SealAsParameters

export type SealAsParameters = SealAs<TransactionName>

export type DelaySealParameters = {
  /** ms */
  ms: number
}

export type ReorgParameters = {
  /** blocks; 1 */
  depth?: number | undefined
  /**
   * Transactions that the new blocks are without; without it, the new blocks
   * are empty.
   */
  omit?: readonly TransactionName[] | undefined
}

export type SetLagParameters = {
  /** blocks behind latest */
  safe?: number | undefined
  /** blocks behind latest */
  finalized?: number | undefined
}

export const blockSteps = (dialect: Dialect) => {
  const at = value(values.natural)
  const names = z.optional(
    list(transactionName()).check(rule(checkNames, { uniqueItems: true })),
  )
  const lag = z.optional(value(values.natural))
  return {
    seal: z.strictObject({ at, type: z.literal('seal') }),
    delaySeal: z.strictObject({
      at,
      type: z.literal('delaySeal'),
      ms: value(values.positive),
    }),
    beats: z.strictObject({
      at,
      type: z.literal('beats'),
      offsets: list(value(values.positive)).check(rule(checkOffsets)),
    }),
    sealAs: z
      .strictObject({
        at,
        type: z.literal('sealAs'),
        order: names,
        omit: names,
        amend: z.optional(list(amendment(dialect))),
      })
      .check(
        rule(
          ({ order, omit, amend }, refuse) => {
            if ((order ?? omit ?? amend) === undefined)
              refuse({
                given: 'a "sealAs" that changes nothing',
                expected: 'at least one of "order", "omit", "amend"',
              })
          },
          someOf('order', 'omit', 'amend'),
        ),
      ),
    reorg: z.strictObject({
      at,
      type: z.literal('reorg'),
      depth: z.optional(value(values.positive)),
      omit: names,
    }),
    setLag: z
      .strictObject({
        at,
        type: z.literal('setLag'),
        safe: lag,
        finalized: lag,
      })
      .check(
        rule(
          ({ safe, finalized }, refuse) => {
            if (safe === undefined && finalized === undefined)
              refuse({
                given: 'a "setLag" without a lag',
                expected: '"safe", "finalized" or both',
              })
            if (
              safe !== undefined &&
              finalized !== undefined &&
              finalized < safe
            )
              refuse({
                path: ['finalized'],
                given: `${finalized}`,
                expected: `at least "safe", which is ${safe}`,
              })
          },
          someOf('safe', 'finalized'),
        ),
      ),
  } satisfies { [type in BlockStep['type']]: z.ZodMiniType }
}

const someOf = (...names: string[]) => ({
  anyOf: names.map((name) => ({ required: [name] })),
})

function amendment(dialect: Dialect) {
  return object(
    z
      .strictObject({
        transaction: transactionName(),
        ...effectFields(dialect),
      })
      .check(
        rule(({ status, logs, changes }, refuse) => {
          if (status === 'reverted' && (logs ?? changes) !== undefined)
            refuse({
              path: [logs === undefined ? 'changes' : 'logs'],
              given: 'there',
              expected: 'nothing with status "reverted"',
            })
        }),
      ),
  )
}

function checkNames(
  names: readonly TransactionName[],
  refuse: (refusal: Refusal) => void,
) {
  const texts = names.map((name) => JSON.stringify(name))
  names.forEach((name, index) => {
    if (texts.indexOf(texts[index] as string) !== index)
      refuse({
        path: [index],
        given: display(name),
        expected: 'each transaction once',
      })
  })
}

function checkOffsets(
  offsets: readonly number[],
  refuse: (refusal: Refusal) => void,
) {
  offsets.forEach((offset, index) => {
    const before = offsets[index - 1] ?? 0
    if (offset <= before)
      refuse({
        path: [index],
        given: `${offset}`,
        expected: `more than ${before}, the beat before`,
      })
  })
}
