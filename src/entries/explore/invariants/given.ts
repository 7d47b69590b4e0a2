import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import {
  type FieldValidators,
  fitting,
  optional,
  readOptions,
} from '../../../base/validation/fields.js'
import { invalidArgument } from '../../../base/validation/problem.js'
import { isFunction, natural } from '../../../base/validation/values.js'
import type { Address } from '../../../index.js'
import { shownText, textOf } from '../model/mishap.js'
import type { Invariant, Seen } from '../model/run.js'

/** ms that an invariant allows for. */
export const window = optional(natural, undefined)

/** A function of the user's. */
export const callback = fitting<(value: unknown) => boolean>(
  isFunction,
  'a function of the watched value, such as (value) => value !== "0"',
)

/** The options of an invariant. @throws InvalidParametersError */
export function readGiven<options extends object>(
  name: string,
  given: unknown,
  fields: FieldValidators<options>,
): options {
  checkCalled(name, given)
  return readOptions(name, given, fields)
}

/** @throws InvalidParametersError */
export function checkGiven(
  name: string,
  given: unknown,
  isRight: boolean,
  expected: string,
): void {
  if (!isRight) throw invalidArgument(name, display(given), expected)
}

/** A run is no option: the factory itself stands in the list. */
function checkCalled(name: string, given: unknown): void {
  const all = [given, ...Object.values(Object(given))]
  if (all.some((one) => typeof one === 'object' && 'timelines' in Object(one)))
    throw notCalled(name)
}

/** The error for a factory of invariants in place of what it makes. */
export function notCalled(name: string): PresealError {
  return invalidInvariant(
    `${name} was not called`,
    'what it returns',
    `Write ${name}(…) in the list of invariants.`,
  )
}

/** @param given - What is wrong, as a sentence without its end. */
export function invalidInvariant(
  given: string,
  expected: string,
  advice?: string,
): PresealError {
  return new PresealError(
    'InvalidParametersError',
    advice === undefined
      ? `${given}, expected ${expected}.`
      : `${given}. ${advice}`,
    { problems: [{ path: 'invariants', given, expected, advice }] },
  )
}

/**
 * A watched value: the value itself, a pattern, or a function that recognises
 * it.
 */
export type Wanted = string | RegExp | ((value: unknown) => boolean)

/** As it is given to an invariant. */
export const wanted = fitting<Wanted>(
  (given) =>
    (typeof given === 'string' && given !== '') ||
    typeof given === 'function' ||
    given instanceof RegExp,
  'a watched text, a pattern, or a function of the watched value',
)

export function isWanted(value: unknown, wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(value)
  if (typeof wanted === 'string') return `${value}`.trim() === wanted
  return new RegExp(wanted.source, wanted.flags.replace('g', '')).test(
    `${value}`,
  )
}

/** An invariant by the name that findings and files call it. */
export function named(name: string, invariant: Invariant): Invariant {
  return Object.defineProperty(invariant, 'name', { value: name })
}

/**
 * Whether the user went to another account, chain or page, which later values
 * are about.
 */
export function isElsewhere({ mishaps }: Pick<Seen, 'mishaps'>): boolean {
  return mishaps.some(
    ({ mishap: { user } }) =>
      user !== undefined &&
      [
        'switchAccount',
        'switchChain',
        'disconnect',
        'reload',
        'away',
        'secondTab',
      ].includes(user.type),
  )
}

/** An account of the wallet, from when until when it is meant. */
export type Owner = {
  readonly address: Address | undefined
  readonly since: number
  readonly before: number
}

/** The accounts that the wallet's user selected, one after the other. */
export function selectedIn({
  wallet,
  mishaps,
}: Pick<Seen, 'wallet' | 'mishaps'>): readonly Owner[] {
  const all = wallet?.accounts ?? []
  const switches = mishaps
    .flatMap(({ mishap: { user }, at }) =>
      user?.type === 'switchAccount' ? [{ at, to: all[user.account] }] : [],
    )
    .sort((one, other) => one.at - other.at)
  return [{ at: 0, to: all[0] }, ...switches].map(({ at, to }, index) => ({
    address: to,
    since: at,
    before: switches[index]?.at ?? Number.POSITIVE_INFINITY,
  }))
}

/**
 * The application sends at most `perSecond` requests in any second, for each page
 * that is open. Many applications exceed it by retrying failures.
 */
export function mostRequests(perSecond: number): Invariant {
  checkCalled('mostRequests', perSecond)
  checkGiven(
    'mostRequests',
    perSecond,
    Number.isInteger(perSecond) && perSecond > 0,
    'how many requests a second, such as 20',
  )
  return named('mostRequests', ({ answeredRequests, mishaps }) => {
    const tabs = mishaps.filter(
      ({ mishap: { user } }) => user?.type === 'secondTab',
    )
    // Each page that is open may send as many.
    const pagesAt = (at: number) =>
      1 + tabs.filter((tab) => tab.at <= at).length
    const index = answeredRequests.findIndex(
      ({ at }, index) =>
        at - (answeredRequests[index - perSecond * pagesAt(at)]?.at ?? -1_000) <
        1_000,
    )
    const found = answeredRequests[index]
    if (found === undefined) return undefined
    const pages = pagesAt(found.at)
    return {
      at: found.at,
      text: `the application sent more than ${perSecond * pages} requests within a second${pages > 1 ? `, by ${pages} pages` : ''}; the last one was ${found.method}`,
    }
  })
}

/**
 * The application sends no request once the watch has seen this value, such as
 * `'closed'` after it was unmounted.
 */
export function nothingAskedAfter(value: unknown): Invariant {
  return named('nothingAskedAfter', ({ looks, answeredRequests }) => {
    const look = looks.find((one) => textOf(one.value) === textOf(value))
    const asked = answeredRequests.find(({ at }) => look && at > look.at)
    if (look === undefined)
      return { unjudged: `it never showed ${shownText(value)}` }
    return asked === undefined
      ? undefined
      : {
          at: asked.at,
          text: `the application sent ${asked.method} ${asked.at - look.at} ms after it showed ${shownText(value)}`,
        }
  })
}

/** Nothing calls `console.error`. */
export function noConsoleError(): Invariant {
  return named('noConsoleError', ({ consoleErrors: [first] }) =>
    first === undefined
      ? undefined
      : { at: first.at, text: `console.error was called with ${first.text}` },
  )
}

/** No promise rejection is unhandled. Every run checks this invariant. */
export function noUnhandledRejection(): Invariant {
  return named('noUnhandledRejection', ({ rejections: [first] }) =>
    first === undefined
      ? undefined
      : {
          at: first.at,
          text: `the application did not catch the rejection ${first.text}`,
        },
  )
}
