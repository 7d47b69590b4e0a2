import type { EIP1474Methods } from 'viem'
import { display } from '../../base/hex/display.js'
import {
  parseAddress,
  parseHash,
  parseHashSelector,
  parseSelector,
  parseStateSelector,
  type Result,
  refuse,
  type StateSelector,
  toQuantity,
} from '../../base/hex/hex.js'
import { findBlock } from '../../chain/lookup/find.js'
import {
  type Answer,
  invalidParams,
  malformedParam,
  type RpcError,
  result,
} from '../answers/outcome.js'
import { parseCall } from '../calls/parseCall.js'
import { parseLogCriteria } from '../logs/logCriteria.js'
import { parseFilterId } from '../view/subscriptions.js'
import type { View } from '../view/view.js'
import {
  parseTransactionObject,
  type Write,
} from '../writes/transactionParameters.js'

/** A parameter by its position: what it is called and how it is read. */
export type Parameter<value = unknown> = {
  readonly name: string
  readonly parse: (given: unknown) => Result<value>
  /** Its value if it is left out; without one it is required. */
  readonly absent?: { readonly value: value } | undefined
  /** Whether it says which block is read: faults match by it. */
  readonly isSelector?: boolean | undefined
}

/** The values that the parsers of a list of parameters return. */
export type ValuesOf<list extends readonly Parameter[]> = {
  readonly [position in keyof list]: list[position] extends Parameter<
    infer value
  >
    ? value
    : never
}

/** Clients may write null for a parameter that they leave out. */
export function optional<value, absent>(
  name: string,
  parse: (given: unknown) => Result<value>,
  absent: absent,
) {
  return {
    name,
    absent: { value: absent },
    parse: (given: unknown): Result<value | absent> =>
      given === null ? { ok: true, value: absent } : parse(given),
  }
}

type ParsedParameters =
  | { ok: true; value: readonly unknown[] }
  | { ok: false; error: RpcError }

export function parseParams(
  expected: readonly Parameter[],
  given: readonly unknown[],
): ParsedParameters {
  const value: unknown[] = new Array(expected.length)
  const wrong: RpcError[] = []
  for (let index = 0; index < expected.length; index++) {
    const parameter = expected[index] as Parameter
    if (parameter.absent !== undefined && given[index] === undefined) {
      value[index] = parameter.absent.value
      continue
    }
    const parsed = parameter.parse(given[index])
    if (parsed.ok) value[index] = parsed.value
    else {
      const { given, expected } = parsed
      wrong.push(malformedParam(index + 1, parameter.name, given, expected))
    }
  }
  if (given.length > expected.length) wrong.push(surplus(expected, given))
  if (wrong.length === 0) return { ok: true, value }
  const messages = wrong.map(({ message }) => message)
  return { ok: false, error: invalidParams(messages.join('. ')) }
}

function surplus(
  expected: readonly Parameter[],
  given: readonly unknown[],
): RpcError {
  const count = expected.length
  const names = expected.map(({ name }) => `"${name}"`).join(', ')
  const takes = count === 0 ? 'no parameters' : `${count} (${names})`
  return invalidParams(
    `Surplus parameter ${count + 1}: given ${display(given[count])}, expected ${takes}`,
  )
}

/**
 * The dependency of an answer: a block that the request names, the state after
 * it, a transaction looked up by hash, or the chain as a whole. `'nothing'`
 * means nothing that a fault could show as of an earlier time: constants,
 * values that the node keeps for the client, and writes, which always act on
 * the present.
 */
export type Reads = 'block' | 'state' | 'transaction' | 'chain' | 'nothing'

type Facts<params> = {
  /** By this faults match. */
  readonly reads: Reads
  /** Whether a public endpoint lets it through. */
  readonly isPublic: boolean
  /** By position. */
  readonly params: params
}

type Declared = Facts<readonly Parameter[]> & {
  /** The position of the selector among `params`; -1 if there is none. */
  readonly selectorPosition: number
}

/** A method that reads. `args` are what the parsers of `params` make. */
export type ReadingMethod<value = unknown> = Declared & {
  readonly answer: (view: View, args: readonly unknown[]) => Answer<value>
}

/** A method that writes: it answers what is to be written. */
export type WritingMethod = Declared & {
  readonly reads: 'nothing'
  readonly write: (view: View, args: readonly unknown[]) => Write
}

export type Method<value = unknown> = ReadingMethod<value> | WritingMethod

/** Declares a method that reads; the types of `args` follow from `params`. */
export function method<const params extends readonly Parameter[], value>(
  declared: Facts<params> & {
    readonly answer: (view: View, args: ValuesOf<params>) => Answer<value>
  },
): ReadingMethod<value> {
  const selectorPosition = declared.params.findIndex(
    ({ isSelector }: Parameter) => isSelector,
  )
  // The caller parses the arguments by these same `params`.
  return Object.assign(declared, { selectorPosition }) as ReadingMethod<value>
}

/** Declares a method that writes. */
export function writingMethod<const params extends readonly Parameter[]>(
  declared: Omit<Facts<params>, 'reads'> & {
    readonly write: (view: View, args: ValuesOf<params>) => Write
  },
): WritingMethod {
  return {
    ...declared,
    reads: 'nothing',
    selectorPosition: -1,
  } as WritingMethod
}

/** The methods of a topic, each of which answers as its schema says. */
export type MethodsOf<schema extends Schema> = {
  readonly [name in keyof schema]: Method<schema[name]['ReturnType']>
}

/** Parameters and result of methods as they are on the wire. */
type Schema = { readonly [name: string]: Signature }
type Signature = { Parameters: readonly unknown[]; ReturnType: unknown }

type ViemMethods = EIP1474Methods[number]

/** The schema of methods whose types viem has. */
export type SchemaOfViem<names extends ViemMethods['Method']> = {
  [name in names]: SignatureOfViem<name>
}

export type SignatureOfViem<name extends string> =
  Extract<ViemMethods, { Method: name }> extends infer entry extends {
    ReturnType: unknown
  }
    ? {
        Parameters: ParametersOf<entry>
        ReturnType: entry['ReturnType']
      }
    : never

type ParametersOf<entry> = entry extends {
  Parameters: infer parameters extends readonly unknown[]
}
  ? parameters
  : []

/** Parameters of more than one method. */

export const address = { name: 'address', parse: parseAddress }

export const transactionHash = { name: 'transactionHash', parse: parseHash }

export const block = {
  name: 'block',
  parse: parseStateSelector,
  isSelector: true,
}

const latest: StateSelector = { type: 'tag', tag: 'latest' }

export const blockOrLatest = {
  ...optional('block', parseStateSelector, latest),
  isSelector: true,
}

export const blockHash = {
  name: 'blockHash',
  parse: parseHashSelector,
  isSelector: true,
}

export const numberOrTag = {
  name: 'block',
  parse: parseSelector,
  isSelector: true,
}

export const index = { name: 'index', parse: parseIndex }

export const filterId = { name: 'filterId', parse: parseFilterId }

export const criteria = { name: 'filter', parse: parseLogCriteria }

export const call = { name: 'transaction', parse: parseCall }

export const transactionObject = {
  name: 'transaction',
  parse: parseTransactionObject,
}

const indexDigits = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/

/** A position in a block. */
function parseIndex(given: unknown): Result<bigint> {
  return typeof given === 'string' && indexDigits.test(given)
    ? { ok: true, value: BigInt(given) }
    : refuse(given, 'an index as hex without leading zeros')
}

/** `eth_blockNumber` with the tag of a block, as X Layer takes it. */
export const taggedBlockNumber = method({
  reads: 'block',
  isPublic: true,
  params: [
    { ...numberOrTag, absent: { value: { type: 'tag', tag: 'latest' } } },
  ],
  answer({ chain }, [selector]) {
    const block = findBlock(chain, selector)
    return result(block === null ? null : toQuantity(block.number))
  },
})
