import { PresealError, type Problem } from '../errors/errors.js'
import { display } from '../hex/display.js'
import type { Issue, Path } from '../hex/hex.js'
import { nearest } from '../hex/nearest.js'

export type { Problem }

/** Notes a problem; the check goes on. */
export type Refuse = (refusal: Issue) => void

/** No more are looked for: a list of 100,000 may be wrong in every item. */
export const mostProblems = 100

const name = /^[\w$]{1,80}$/

export function toProblem({
  path = [],
  given,
  expected,
  advice,
}: Issue): Problem {
  return {
    path: toText(path),
    given,
    expected,
    ...(advice !== undefined && { advice }),
  }
}

/** `['steps', 3, 'at']` becomes `steps[3].at`. */
function toText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    if (typeof key === 'string' && name.test(key))
      return text === '' ? key : `${text}.${key}`
    return `${text}[${display(key)}]`
  }, '')
}

/** Problems as sentences, on one line. */
export function toSentences<problem extends Problem>(
  problems: readonly problem[],
  toSubject: (problem: problem) => string,
  shown = 10,
): string {
  const sentences = problems.slice(0, shown).map((problem, index) => {
    const { given, expected, advice } = problem
    const before = problems[index - 1]
    if (before?.given === given && before.expected === expected)
      return `${toSubject(problem)} is ${given} too.`
    const sentence = `${toSubject(problem)} is ${given}, expected ${expected}.`
    return advice === undefined ? sentence : `${sentence} ${advice}`
  })
  const hidden = problems.length - sentences.length
  if (hidden > 0)
    sentences.push(
      `And ${problems.length < mostProblems ? '' : 'at least '}${hidden} more.`,
    )
  return sentences.join(' ')
}

/** `Write "pending".`, if that was probably meant. */
export function hint(
  given: unknown,
  names: readonly (string | number)[],
): string | undefined {
  if (typeof given !== 'string') return undefined
  const meant = nearest(given, names.map(String))
  const name = names.find((known) => `${known}` === meant)
  return name === undefined ? undefined : `Write ${JSON.stringify(name)}.`
}

/** Other names that people give to options. */
const otherNames: { readonly [name: string]: RegExp } = {
  preconfirmationTime: /^(pending|preconf|flash|beat|tick).*(time|interval)$/i,
  blockTime: /^(block|mining)?interval$|^period$/i,
  chainId: /^(chain|id|network(id)?)$/i,
  accounts: /^(balances|alloc|genesis|wallets)$/i,
  steps: /^(timeline|script|scenario|story)$/i,
  engine: /^(evm|vm)$/i,
  clock: /^.*timers?$/i,
  header: /^base_?fee(pergas)?$|^gas_?limit$/i,
  initialBaseFeePerGas: /^base_?fee(pergas)?$/i,
  sealing: /^(auto_?)?min(e|ing)$/i,
  from: /^(account|sender)$/i,
  value: /^(amount|balance|ether)$/i,
  data: /^(input|calldata)$/i,
  gas: /^gas_?limit$/i,
  index: /^(slot|key|position)$/i,
  bytecode: /^code$/i,
}

/** The name probably meant by an unknown key, or else all known ones. */
export function unknownKey(
  key: string,
  known: readonly string[],
): Omit<Issue, 'path'> {
  const meant =
    known.find((name) => otherNames[name]?.test(key)) ?? nearest(key, known)
  return {
    given: 'an unknown key',
    expected:
      meant === undefined
        ? `one of ${known.join(', ')}`
        : `${JSON.stringify(meant)}, the nearest known one`,
    known,
  }
}

/**
 * The error of a function for parameters that are wrong.
 *
 * @param asked - The name of the function.
 * @param subject - What an argument that is no object is called.
 */
export function invalidParameters(
  asked: string,
  problems: readonly Problem[],
  subject?: string,
): PresealError<'InvalidParametersError'> {
  const whole = subject === undefined ? 'its argument' : `"${subject}"`
  return new PresealError(
    'InvalidParametersError',
    `${asked}: ${toSentences(problems, ({ path }) => (path === '' ? whole : `"${path}"`))}`,
    { problems },
  )
}

/** The error of a function for an argument as a whole. */
export function invalidArgument(
  asked: string,
  given: string,
  expected: string,
  advice?: string,
): PresealError<'InvalidParametersError'> {
  const sentence = `${asked} was given ${given}, expected ${expected}.`
  return new PresealError(
    'InvalidParametersError',
    advice === undefined ? sentence : `${sentence} ${advice}`,
    { problems: [{ path: '', given, expected, advice }] },
  )
}
