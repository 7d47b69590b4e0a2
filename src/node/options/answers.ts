import type { Chain } from 'viem'
import * as z from 'zod/mini'
import type { Clock } from '../../base/clock/clock.js'
import { display } from '../../base/hex/display.js'
import { type Result, refuse } from '../../base/hex/hex.js'
import { amounts, type Dialect } from '../../base/validation/amounts.js'
import { hint } from '../../base/validation/problem.js'
import { readEntries, readJson } from '../../base/validation/read.js'
import * as values from '../../base/validation/values.js'
import {
  clockShape,
  isClock,
  isFunction,
  type Validator,
} from '../../base/validation/values.js'
import { type Fork, forkBrand } from '../../chain/fork/fork.js'
import type { Engine } from '../../engine/engine.js'
import { subscriptionNames } from '../../rpc/subscriptions/subscriptionTypes.js'
import {
  type AnswerOptions,
  defaultAnswers,
  type ResolvedAnswers,
  type SubscriptionAnswer,
} from '../../rpc/view/view.js'
import { byHand, list, object, value } from '../schema/schema.js'
import { methodName } from '../schema/transactionName.js'

const choice = <const name extends string>(...names: readonly name[]) =>
  z.optional(value(values.oneOf(...names)))

export function answers(dialect: Dialect) {
  const ms = z.optional(value(values.milliseconds(1)))
  return object(
    z.strictObject({
      receipts: choice('everyBeat', 'atSeal'),
      receiptFields: z.optional(addedFields()),
      blockFields: z.optional(addedFields()),
      noCode: choice('empty', 'error'),
      nativeBalance: z.optional(z.nullable(value(amounts[dialect].wei))),
      leastTip: z.optional(value(amounts[dialect].weiPerGas)),
      suggestedTip: choice('sampled', 'ofLatest', 'least'),
      transferEstimate: choice('checked', 'unchecked'),
      belowBaseFee: choice('refused', 'dropped', 'pooled'),
      unminable: choice('pooled', 'refused'),
      pending: choice('atBeat', 'atOnce'),
      callFees: choice('checked', 'unchecked'),
      logsBeyondHead: choice('refused', 'empty', 'toHead'),
      filters: choice('toCome', 'any', 'fromLatest'),
      feePercentiles: choice('gasUsed', 'gasLimit'),
      pendingTransactions: choice('runnable', 'all'),
      filledGasPrice: choice('ifAsked', 'always'),
      gasPrice: choice('latest', 'next'),
      senders: choice('any', 'known'),
      control: choice('anvil', 'hardhat'),
      replacement: choice('bothFees', 'feeCap'),
      defaultFrom: z.optional(z.nullable(value(values.address))),
      defaultGas: choice('withRoom', 'exact'),
      defaultFee: choice('withRoom', 'exact'),
      failedSend: choice('hash', 'error'),
      blockNumberAcceptsTag: z.optional(value(values.boolean)),
      subscriptions: z.optional(subscriptions()),
      txpoolAddresses: choice('checksummed', 'lowerCase'),
      errorTexts: z.optional(list(errorText())),
      unserved: z.optional(list(value(methodName))),
      sendSync: z.optional(
        object(
          z.strictObject({
            defaultTimeout: ms,
            maxTimeout: ms,
            beyondMax: choice('capped', 'refused'),
            timeoutEncoding: choice('any', 'hex', 'number'),
            blockHash: z.optional(z.nullable(value(values.hash))),
            expired: z.optional(
              z.nullable(
                object(
                  z.strictObject({
                    code: value(values.code),
                    message: value(values.nonEmptyText),
                  }),
                ),
              ),
            ),
          }),
        ),
      ),
    }),
  )
}

function errorText() {
  const text = value(values.nonEmptyText)
  return object(
    z.strictObject({
      result: z.optional(
        byHand<unknown>(
          (given, refuse) => readJson(given, refuse),
          () => ({}),
        ),
      ),
      method: z.optional(value(pattern)),
      params: z.optional(value(pattern)),
      when: value(pattern),
      message: text,
      code: z.optional(value(values.code)),
      data: choice('asItIs', 'inObject'),
      door: choice('socket'),
    }),
  )
}

const pattern: values.Validator<string> = {
  ...values.nonEmptyText,
  check(given) {
    try {
      const isText = values.nonEmptyText.check(given).ok
      if (isText) return { ok: true, value: new RegExp(`${given}`).source }
    } catch {}
    return refuse(given, 'a regular expression as text')
  },
}

/** A field that a receipt or block has anyway stays as it is. */
const addedFields = () =>
  byHand<{ readonly [name: string]: unknown }>(
    (given, refuse) => {
      const target: { [name: string]: unknown } = {}
      const refusal = readEntries(
        given,
        'an object of values that JSON can hold, by field',
        (name, own) => {
          target[name] = readJson(own, (one) =>
            refuse({ ...one, path: [name, ...(one.path ?? [])] }),
          )
        },
      )
      return refusal === undefined ? target : refuse(refusal)
    },
    () => ({ type: 'object' }),
  )

const subscriptions = () =>
  byHand<{ readonly [name: string]: SubscriptionAnswer }>(
    (given, refuse) => {
      const target: { [name: string]: SubscriptionAnswer } = {}
      const refusal = readEntries(
        given,
        'an object of answers by the name of a subscription',
        (name, own) => {
          if (own === 'served' && !subscriptionNames.includes(name))
            refuse({
              path: [name],
              given: '"served"',
              expected: `the code of an error, or the name of a subscription: ${subscriptionNames.join(', ')}`,
            })
          else if (own === 'served') target[name] = own
          else if (values.code.check(own).ok) target[name] = own as number
          else
            refuse({
              path: [name],
              given: display(own),
              expected: '"served", or the code of an error',
            })
        },
      )
      return refusal === undefined ? target : refuse(refusal)
    },
    () => ({
      type: 'object',
      additionalProperties: {
        anyOf: [{ const: 'served' }, values.code.json],
      },
    }),
  )

/** Every default in place. */
export function resolveAnswers(
  given: AnswerOptions | undefined,
  { hasEngine, hasBeats }: { hasEngine: boolean; hasBeats: boolean },
): ResolvedAnswers {
  const { sendSync, ...own } = given ?? {}
  const told = Object.entries(own).filter(([, value]) => value !== undefined)
  return {
    ...defaultAnswers,
    receipts: hasBeats ? defaultAnswers.receipts : 'atSeal',
    noCode: hasEngine ? 'empty' : defaultAnswers.noCode,
    ...Object.fromEntries(told),
    sendSync: Object.assign({}, defaultAnswers.sendSync, sendSync),
  }
}

/** What a scenario file cannot hold: an option that is given as it is. */
function outsideJson(expected: string, option: string): Validator<never> {
  return {
    json: { not: {} },
    check: (given) => refuse(given, expected, adviceBeside(option)),
  }
}

export function adviceBeside(option: string): string {
  return `Give it to the node: createMockNode({ ...scenario, ${option} }).`
}

export const clocks: {
  [dialect in Dialect]: Validator<'virtual' | 'ambient' | Clock>
} = {
  code: { check: checkAnyClock },
  json: values.oneOf('virtual', 'ambient'),
}

function checkAnyClock(given: unknown): Result<'virtual' | 'ambient' | Clock> {
  return given === 'virtual' || given === 'ambient' || isClock(given)
    ? { ok: true, value: given as 'virtual' | 'ambient' | Clock }
    : refuse(
        given,
        `"virtual", "ambient", or ${clockShape}`,
        typeof given === 'object'
          ? 'The fake timers of vi and jest are followed by "ambient".'
          : hint(given, ['virtual', 'ambient']),
      )
}

/** Kept as it is: an engine is its function. */
export const engines: { readonly [dialect in Dialect]: Validator<Engine> } = {
  code: {
    check: (given) =>
      isEngine(given)
        ? { ok: true, value: given }
        : refuse(
            given,
            'an engine, an object with the function "execute"',
            isFunction(given)
              ? 'Call it: write engine: evm(), with evm of "preseal/evm".'
              : 'Write engine: evm(), with evm of "preseal/evm".',
          ),
  },
  json: outsideJson('nothing, as JSON holds no function', 'engine'),
}

function isEngine(given: unknown): given is Engine {
  try {
    return isFunction((given as { execute?: unknown } | null)?.execute)
  } catch {
    return false
  }
}

/** Kept as it is: whoever read the record has judged it. */
export const forks: { readonly [dialect in Dialect]: Validator<Fork> } = {
  code: {
    check: (given) =>
      isFork(given)
        ? { ok: true, value: given }
        : refuse(
            given,
            'the record of a fork that "parseFork" has read',
            'Record it with the command "preseal fork", and write fork: parseFork(text), with parseFork of "preseal/fork".',
          ),
  },
  json: outsideJson('nothing, as a record is a file of its own', 'fork'),
}

function isFork(given: unknown): given is Fork {
  return (
    typeof given === 'object' &&
    given !== null &&
    (given as Partial<Fork>)[forkBrand] === true
  )
}

/** A profile of a real chain, as plain data. */
export type ProfileOf<options> = {
  /** Its name in messages, such as `'Base'` */
  readonly name: string
  /** Name and coin of `node.chain`; the coin is ether by default */
  readonly chain?: Partial<Pick<Chain, 'name' | 'nativeCurrency'>> | undefined
  /** The chain's options. Options of `createMockNode` override them. */
  readonly options: options
  /**
   * Why `evm()` cannot run the chain's bytecode, as the end of a sentence:
   * `'prices cold accounts at 10,100 gas'`. Absent if it can
   */
  readonly withoutEvm?: string | undefined
}

/** Kept as it is; its options are read with those of the node. */
export const profiles: {
  readonly [dialect in Dialect]: Validator<ProfileOf<unknown>>
} = {
  code: {
    check: (given) =>
      isProfile(given)
        ? { ok: true, value: given }
        : refuse(
            given,
            'a profile, an object with "name" and "options"',
            adviceFor(given),
          ),
  },
  json: outsideJson('nothing, as a scenario lies above a profile', 'profile'),
}

function adviceFor(given: unknown): string {
  const call = typeof given === 'function' ? 'Call it: write' : 'Write'
  // A chain of viem in place of its profile.
  const made =
    'rpcUrls' in Object(given)
      ? 'profileOf(chain), with profileOf'
      : 'base(), with base'
  return `${call} profile: ${made} of "preseal/chains".`
}

function isProfile(given: unknown): given is ProfileOf<unknown> {
  try {
    const { name, options } = given as Partial<ProfileOf<unknown>>
    return typeof name === 'string' && typeof options === 'object' && !!options
  } catch {
    return false
  }
}
