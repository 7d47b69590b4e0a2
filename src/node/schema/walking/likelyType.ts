import type * as z from 'zod/mini'

/** The type that has an object's fields, if the object lacks its type. */
export function likelyType({ input, inst }: z.core.$ZodRawIssue): unknown {
  const { options } = (inst as z.ZodMiniDiscriminatedUnion).def
  const fields = Object.keys(input as object)
  const shapes = options.map((option) => (option as z.ZodMiniObject).shape)
  const fitting = shapes.filter((shape) =>
    fields.every((field) => field in shape),
  )
  const [{ type } = {}, ...others] = fields.length === 0 ? [] : fitting
  return others.length > 0
    ? undefined
    : (type as z.ZodMiniLiteral | undefined)?.def.values[0]
}
