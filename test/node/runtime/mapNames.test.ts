import type { Step } from 'preseal'
import { expect, test } from 'vitest'
import { mapNames, namesIn } from '../../../src/node/runtime/script/mapNames.js'

const hash = `0x${'1'.repeat(64)}` as const
const payment = { from: hash, to: hash, value: 1n } as const
const timeline: Step[] = [
  { at: 0, type: 'preconfirm', label: 'a', ...payment },
  { at: 0, type: 'fault', fault: { label: 'b', type: 'null', methods: ['a'] } },
  { at: 0, type: 'planSeal', order: ['a', hash], omit: ['c'] },
  {
    at: 0,
    type: 'planSeal',
    amend: [{ transaction: 'a', status: 'reverted' }],
  },
  { at: 0, type: 'reorg', depth: 1, omit: ['a'] },
  { at: 0, type: 'drop', transaction: hash },
  { at: 0, type: 'drop', transaction: 'a' },
  { at: 0, type: 'lift', label: 'b' },
  { at: 0, type: 'seal' },
]

test('every name in a step is found, with its place', () => {
  expect(
    timeline.map((step) =>
      namesIn(step).map(
        ({ path, name, role }) =>
          `${path.join('.')}: ${role} ${name.slice(0, 3)}`,
      ),
    ),
  ).toEqual([
    ['label: label a'],
    ['fault.label: label b'],
    [
      'order.0: transaction a',
      'order.1: transaction 0x1',
      'omit.0: transaction c',
    ],
    ['amend.0.transaction: transaction a'],
    ['omit.0: transaction a'],
    ['transaction: transaction 0x1'],
    ['transaction: transaction a'],
    ['label: faultLabel b'],
    [],
  ])
})

test('names change, and nothing else does', () => {
  const renamed = timeline.map((step) => mapNames(step, (name) => `${name}!`))
  const text = JSON.stringify(renamed, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  expect(text.split('!')).toHaveLength(11)
  expect(
    renamed.map((step) => mapNames(step, (name) => name.slice(0, -1))),
  ).toEqual(timeline)
})

test('what is no step has no names', () => {
  for (const given of [
    undefined,
    null,
    1,
    [],
    { type: 'constructor' },
    { type: ['drop'], transaction: 'a' },
  ])
    expect(namesIn(given)).toEqual([])
})
