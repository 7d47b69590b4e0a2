import * as z from 'zod/mini'

/** The same schema of an object, its rules too, but for some of its fields. */
export function without(
  schema: z.ZodMiniType,
  ...names: readonly string[]
): z.ZodMiniObject & { _zod: { propValues: z.core.util.PropValues } } {
  const { shape, checks = [] } = (schema as z.ZodMiniObject)._zod.def
  const kept = Object.entries(shape).filter(([name]) => !names.includes(name))
  return z
    .strictObject(Object.fromEntries(kept))
    .check(...(checks as [])) as never
}
