import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { says } from '../../says.js'
import { refusal } from '../schema/refusal.js'

const dropped = (...methods: string[]) =>
  createMockNode({ faults: [{ type: 'socket', messages: 'dropped', methods }] })

describe('methods of a socket fault', () => {
  test('default: answers by their method, and notifications', () => {
    for (const method of ['eth_subscription', 'eth_call', 'wallet_ours'])
      expect(() => dropped(method)).not.toThrow()
  })

  test('error: a slip, or the name of a subscription', () => {
    expect(
      [
        'eth_subscribtion',
        'eth_subsription',
        'newHeads',
        'shreds',
        'eth_cal',
      ].map((name) => refusal(() => dropped(name))),
    ).toEqual(
      [
        'InvalidParametersError … "faults[0].methods[0]" … Write',
        'InvalidParametersError … "faults[0].methods[0]" … Write',
        'InvalidParametersError … "faults[0].methods[0]" … Write',
        'InvalidParametersError … "faults[0].methods[0]" … Write',
        'InvalidParametersError … "faults[0].methods[0]" … Write "eth_call".',
      ].map(says),
    )
  })

  test('error: no request asks what messages are called', () => {
    expect(
      (['eth_subscription', 'newHeads'] as const).map((name) =>
        refusal(() =>
          createMockNode({ faults: [{ type: 'null', methods: [name] }] }),
        ),
      ),
    ).toEqual(
      [
        'InvalidParametersError … "faults[0].methods[0]" … Write "eth_subscribe".',
        'InvalidParametersError … "faults[0].methods[0]" … Write "eth_subscribe".',
      ].map(says),
    )
  })
})
