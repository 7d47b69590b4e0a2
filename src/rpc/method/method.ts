import type { EIP1474Methods } from 'viem'
import type { Answer } from '../answers/outcome.js'
import type { View } from '../view/view.js'
import type { Write } from '../writes/write.js'
import type { Parameter, ValuesOf } from './params.js'

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

/** A method that reads. `args` are what the parsers of `params` make. */
export type ReadingMethod<value = unknown> = Facts<readonly Parameter[]> & {
  readonly answer: (view: View, args: readonly unknown[]) => Answer<value>
}

/** A method that writes: it answers what is to be written. */
export type WritingMethod = Facts<readonly Parameter[]> & {
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
  // The caller parses the arguments by these same `params`.
  return declared as ReadingMethod<value>
}

/** Declares a method that writes. */
export function writingMethod<const params extends readonly Parameter[]>(
  declared: Omit<Facts<params>, 'reads'> & {
    readonly write: (view: View, args: ValuesOf<params>) => Write
  },
): WritingMethod {
  return { ...declared, reads: 'nothing' } as WritingMethod
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
