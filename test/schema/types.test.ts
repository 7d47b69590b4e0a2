import { expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { PreconfirmParameters } from '../../src/chain/transaction.js'
import type { Clock } from '../../src/clock/clock.js'
import type { Fault } from '../../src/faults/fault.js'
import type { Hash } from '../../src/hex/hex.js'
import { fault } from '../../src/schema/fault.js'
import {
  type MockNodeOptions,
  optionsSchema,
} from '../../src/schema/options.js'
import {
  type SetBalanceParameters,
  type SetCodeParameters,
  type SetNonceParameters,
  type SetStorageAtParameters,
  verbFields,
} from '../../src/schema/parseVerb.js'
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

type VerbInput<verb extends keyof ReturnType<typeof verbFields>> = Plain<
  z.input<z.ZodMiniObject<ReturnType<typeof verbFields>[verb], z.core.$strict>>
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
  expectTypeOf<VerbInput<'dropTransaction'>>().toEqualTypeOf<
    Plain<{ label?: string; hash?: Hash }>
  >()
  expectTypeOf<VerbInput<'setBalance'>>().toEqualTypeOf<
    Plain<SetBalanceParameters>
  >()
  expectTypeOf<VerbInput<'setNonce'>>().toEqualTypeOf<
    Plain<SetNonceParameters>
  >()
  expectTypeOf<VerbInput<'setCode'>>().toEqualTypeOf<Plain<SetCodeParameters>>()
  expectTypeOf<VerbInput<'setStorageAt'>>().toEqualTypeOf<
    Plain<SetStorageAtParameters>
  >()
  // The types above are checked by tsc alone; that they are of these schemas:
  expect([
    optionsSchema,
    step,
    fault,
    preconfirmSchema,
    verbFields,
  ]).not.toContain(undefined)
})
