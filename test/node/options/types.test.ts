import { expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Clock } from '../../../src/base/clock/clock.js'
import type { Dialect } from '../../../src/base/validation/amounts.js'
import type { PreconfirmParameters } from '../../../src/chain/model/transaction.js'
import type {
  Fault,
  HoldParameters,
} from '../../../src/node/faults/faultTypes.js'
import {
  type MockNodeOptions,
  optionsSchema,
} from '../../../src/node/options/options.js'
import { type Step, steps } from '../../../src/node/runtime/steps/steps.js'
import { fault, hold } from '../../../src/node/schema/fault.js'
import { preconfirmSchema } from '../../../src/node/schema/preconfirm.js'

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

/** What the fields of a step take. */
type InputOf<type extends Step['type']> = Plain<
  z.input<z.ZodMiniObject<ReturnType<(typeof steps)[type]['fields']>>>
>

/** The steps that have fields, and always the same. */
type OneShape = Exclude<Step['type'], 'seal'>

type Said<type> = Omit<Extract<Step, { type: type }>, 'at' | 'type'>

test('the schemas take what the public types say', () => {
  expectTypeOf<Input<typeof optionsSchema>>().toEqualTypeOf<
    Plain<MockNodeOptions>
  >()
  expectTypeOf<{ [type in OneShape]: InputOf<type> }>().toEqualTypeOf<{
    [type in OneShape]: Plain<Said<type>>
  }>()
  expectTypeOf<Input<typeof fault>>().toEqualTypeOf<Plain<Fault>>()
  expectTypeOf<Input<typeof hold>>().toEqualTypeOf<Plain<HoldParameters>>()
  expectTypeOf<Input<typeof preconfirmSchema>>().toEqualTypeOf<
    Plain<PreconfirmParameters>
  >()
  // The types above are checked by tsc alone; that they are of these schemas:
  expect([optionsSchema, steps, fault, hold, preconfirmSchema]).not.toContain(
    undefined,
  )
})
