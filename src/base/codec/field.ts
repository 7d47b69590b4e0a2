import type { Hex } from '../hex/hex.js'
import { decodeList, type RlpItem } from './rlp.js'
import type { Wire } from './wire.js'

/**
 * A value in its three forms: in the code, in an envelope (RLP), and in a
 * node's JSON.
 */
export type Field<value, json = Hex> = {
  encode(value: value): RlpItem
  /** @throws RangeError if an item is not the one form of a value. */
  decode(item: RlpItem): value
  /** @throws InvalidParametersError naming it by its path. */
  read(wire: Wire, path: string): value
  /** Anew each time; undefined if nodes leave it out. */
  write(value: value): json
  /** Its name in JSON. */
  readonly wireName: string
}

export type FieldSet = { readonly [name: string]: Field<unknown, unknown> }

export type FieldSetValues<fields> = {
  readonly [name in keyof fields]: fields[name] extends Field<
    infer value,
    infer _
  >
    ? value
    : never
}

export type Written<fields> = {
  -readonly [name in keyof fields]: fields[name] extends Field<
    infer _,
    infer json
  >
    ? json
    : never
}

/** The list of the named fields, in the order of the names. */
export function encodeFields<fields extends FieldSet>(
  fields: fields,
  names: readonly (keyof fields)[],
  values: { readonly [name in keyof fields]?: unknown },
): RlpItem[] {
  return names.map((name) => at(fields, name).encode(values[name]))
}

/** @throws RangeError if the list holds more, less or something else. */
export function decodeFields<fields extends FieldSet>(
  fields: fields,
  names: readonly (keyof fields)[],
  item: RlpItem,
): FieldSetValues<fields> {
  const items = decodeList(item, names.length)
  return named(names, (name, position) =>
    at(fields, name).decode(items[position] as RlpItem),
  ) as FieldSetValues<fields>
}

/** @throws InvalidParametersError naming the first that cannot be read. */
export function readWireFields<fields extends FieldSet>(
  fields: fields,
  names: readonly (keyof fields)[],
  wire: Wire,
  path: string,
): FieldSetValues<fields> {
  return named(names, (name) =>
    at(fields, name).read(wire, path),
  ) as FieldSetValues<fields>
}

/** In JSON, by their names inside. */
export function writeWireFields<fields extends FieldSet>(
  fields: fields,
  names: readonly (keyof fields)[],
  values: { readonly [name in keyof fields]?: unknown },
): Written<fields> {
  return named(names, (name) =>
    at(fields, name).write(values[name]),
  ) as Written<fields>
}

function at<fields extends FieldSet>(
  fields: fields,
  name: keyof fields,
): Field<unknown, unknown> {
  return fields[name] as Field<unknown, unknown>
}

function named<name extends PropertyKey>(
  names: readonly name[],
  make: (name: name, position: number) => unknown,
) {
  return Object.fromEntries(
    names.map((name, position) => [name, make(name, position)]),
  )
}
