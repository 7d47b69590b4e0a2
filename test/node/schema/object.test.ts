import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { preconfirmSchema } from '../../../src/node/schema/preconfirm.js'
import {
  type Described,
  parse,
  type Schema,
} from '../../../src/node/schema/schema.js'
import { share } from '../../runs.js'

const address = `0x${'ab'.repeat(20)}`
const hash = `0x${'12'.repeat(32)}`

/** Some values of each field are right, some wrong, and some for another type. */
const fields = {
  from: fc.constantFrom(address, address.toUpperCase(), '0x1', undefined),
  to: fc.constantFrom(address, null, undefined, 7),
  type: fc.constantFrom('eip1559', 'legacy', 'eip2930', 'deposit', 'blob'),
  value: fc.constantFrom(0n, 5n, -1n, '1'),
  nonce: fc.constantFrom(0, 3, 2n ** 60n, -1, 1.5),
  gas: fc.constantFrom(21_000n, 100_000n, '5', undefined),
  gasUsed: fc.constantFrom(21_000n, 50_000n),
  gasPrice: fc.constantFrom(1n, 2n),
  maxFeePerGas: fc.constantFrom(1n, 5n),
  maxPriorityFeePerGas: fc.constantFrom(2n, 0n),
  data: fc.constantFrom('0x', '0xAB', '0xabc'),
  execute: fc.constantFrom(true, false, 1),
  status: fc.constantFrom('success', 'reverted', 'failed'),
  logs: fc.constantFrom(
    [],
    [{ address, topics: [hash], data: '0x01' }],
    [{ address, topics: [hash], dat: '0x01' }],
    [{ topics: [] }],
    {},
  ),
  accessList: fc.constantFrom([], [{ address, storageKeys: [hash] }], [{}]),
  label: fc.constantFrom('payment', '', 5),
  mint: fc.constantFrom(1n, undefined),
  vlaue: fc.constantFrom(1n, undefined),
}

/** A payment of which a few fields are others. */
const transactions = fc
  .tuple(
    fc.subarray(Object.keys(fields), { maxLength: 3 }),
    fc.record<Record<string, unknown>>(fields),
  )
  .map(([names, values]) => ({
    from: address,
    to: address,
    value: 1n,
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
  }))

/** The schema within, which zod walks by itself. */
function innerOf(schema: Schema<unknown, unknown>): z.ZodMiniType {
  const { transform } = schema._zod.def as unknown as {
    transform: Extract<Described, { inner: unknown }>
  }
  return transform.inner()
}

describe('object', () => {
  test('property: what the quick look takes is what zod makes of it', () => {
    const schema = preconfirmSchema('code')
    const inner = innerOf(schema)
    let taken = 0
    const look = fc.property(transactions, (given) => {
      const known = Object.entries(given).filter(
        // As the schema has it: what is undefined is absent, and so is null.
        ([key, value]) =>
          value !== undefined && (value !== null || key === 'to'),
      )
      const walked = inner._zod.run(
        { value: Object.fromEntries(known), issues: [] },
        { async: false },
      ) as z.core.ParsePayload
      const parsed = parse(schema, given)
      expect(parsed.ok).toBe(walked.issues.length === 0)
      expect(parsed.value).toEqual(walked.value)
      if (!parsed.ok) return
      taken++
      expect(Object.keys(parsed.value as object)).toEqual(
        Object.keys(walked.value as object),
      )
    })
    fc.assert(look, { numRuns: share(20_000, 500) })
    expect(taken).toBeGreaterThan(50)
  })

  test('behavior: a field that a prototype has is not given', () => {
    const given = JSON.parse(
      `{ "from": "${address}", "to": "${address}", "__proto__": { "value": "1" } }`,
    )
    const parsed = parse(preconfirmSchema('code'), given)
    expect(parsed.ok).toBe(false)
    expect(parse(preconfirmSchema('code'), { constructor: 1 }).ok).toBe(false)
  })
})
