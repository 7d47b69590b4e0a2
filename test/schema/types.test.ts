import { expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { PreconfirmParameters } from '../../src/chain/transaction.js'
import type { Clock } from '../../src/clock/clock.js'
import type { Fault } from '../../src/faults/fault.js'
import { fault } from '../../src/schema/fault.js'
import {
  type MockNodeOptions,
  optionsSchema,
} from '../../src/schema/options.js'
import { preconfirmSchema } from '../../src/schema/preconfirm.js'
import { type Step, step } from '../../src/schema/step.js'
import type { Dialect } from '../../src/validation/amounts.js'

/** Intersections merged and `readonly` gone, which zod's types do not have. */
type Plain<type> = type extends string | number | bigint | Clock
  ? type
  : type extends readonly (infer item)[]
    ? Plain<item>[]
    : type extends object
      ? { -readonly [key in keyof type]: Plain<type[key]> }
      : type

type Input<make extends (dialect: Dialect) => z.ZodMiniType> = Plain<
  z.input<ReturnType<make>>
>

test('the schemas take what the public types say', () => {
  expectTypeOf<Input<typeof optionsSchema>>().toEqualTypeOf<
    Plain<MockNodeOptions>
  >()
  expectTypeOf<Input<typeof step>>().toEqualTypeOf<Plain<Step>>()
  expectTypeOf<Input<typeof fault>>().toEqualTypeOf<Plain<Fault>>()
  expectTypeOf<Input<typeof preconfirmSchema>>().toEqualTypeOf<
    Plain<PreconfirmParameters>
  >()
  // The types above are checked by tsc alone; that they are of these schemas:
  expect([optionsSchema, step, fault, preconfirmSchema]).not.toContain(
    undefined,
  )
})
