import * as z from 'zod/mini'

type Walked = {
  /** The valid parts; refused ones are undefined. */
  readonly value: unknown
  readonly issues: z.core.$ZodRawIssue[]
}

/**
 * Has zod walk a value by a schema with a last rule, which makes one result of
 * the valid and the refused parts. A refusal by zod itself has no value, and
 * words that it asks the user's `z.config` for.
 */
export function walk(schema: z.ZodMiniType, given: unknown): Walked {
  return z.parse(collecting(schema), given)
}

const made = new WeakMap<z.ZodMiniType, z.ZodMiniType<Walked>>()

function collecting(schema: z.ZodMiniType): z.ZodMiniType<Walked> {
  const known = made.get(schema)
  if (known !== undefined) return known
  const collect = (payload: z.core.ParsePayload) => {
    const { value, issues } = payload
    payload.value = { value, issues: issues.splice(0) } satisfies Walked
  }
  const next = schema.check(z.check(collect, { when: () => true }))
  // zod does not see that a rule may put another value in place of one.
  made.set(schema, next as z.ZodMiniType<Walked>)
  return next as z.ZodMiniType<Walked>
}
