import { expect, test } from 'vitest'
import { lateFields } from '../../../src/base/memo/memo.js'

let reads = 0
const withSum = lateFields<readonly number[], { readonly sum: number }>({
  sum(parts) {
    reads++
    return parts.reduce((sum, part) => sum + part, 0)
  },
})

test('a field that is read late is no other than a getter of the record itself', () => {
  reads = 0
  const record = withSum({ name: 'one' }, [1, 2])
  expect(reads).toBe(0)
  expect(record.sum).toBe(3)
  expect(Object.keys(record)).toEqual(['name', 'sum'])
  expect({ ...record }).toStrictEqual({ name: 'one', sum: 3 })
  expect(structuredClone(record)).toStrictEqual({ name: 'one', sum: 3 })
  expect(JSON.stringify(record)).toBe('{"name":"one","sum":3}')
  expect(record).toEqual({ name: 'one', sum: 3 })
})

test('no record keeps what another one was read from', () => {
  const [one, other] = [withSum({}, [1]), withSum({}, [2])]
  expect([one.sum, other.sum]).toEqual([1, 2])
  const getterOf = (record: object) =>
    Object.getOwnPropertyDescriptor(record, 'sum')?.get
  expect(getterOf(one)).toBe(getterOf(other))
})
