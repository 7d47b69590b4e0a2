import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { faultTypes } from '../../../src/node/faults/faultTypes.js'
import { optionsSchema } from '../../../src/node/options/options.js'
import { steps } from '../../../src/node/runtime/steps/steps.js'
import { refusal } from '../schema/refusal.js'

/** What a message offers, in its order. */
function offered(act: () => unknown): string[] {
  const [, list = ''] = /expected one of (.*?)\./.exec(refusal(act)) ?? []
  return list.split(', ').map((name) => name.replaceAll('"', ''))
}

describe('messages list all that there is', () => {
  test('options', () => {
    expect(offered(() => createMockNode({ foo: 1 } as never))).toEqual(
      Object.keys((optionsSchema('code') as { shape?: object }).shape ?? {}),
    )
  })

  test('steps', () => {
    const given = { steps: [{ at: 0, type: 'nil' }] }
    expect(offered(() => createMockNode(given as never))).toEqual(
      Object.keys(steps),
    )
  })

  test('faults', () => {
    const node = createMockNode()
    expect(offered(() => node.fault({ type: 'nil' } as never))).toEqual(
      faultTypes.map(({ type }) => type),
    )
  })
})
