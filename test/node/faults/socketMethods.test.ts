import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "faults[0].methods[0]" is "eth_subscribtion", expected the name of a method as clients send it. Write "eth_subscription".",
        "InvalidOptionsError: Option "faults[0].methods[0]" is "eth_subsription", expected the name of a method as clients send it. Write "eth_subscription".",
        "InvalidOptionsError: Option "faults[0].methods[0]" is "newHeads", expected the name of a method as clients send it. Write "eth_subscription".",
        "InvalidOptionsError: Option "faults[0].methods[0]" is "shreds", expected the name of a method as clients send it. Write "eth_subscription".",
        "InvalidOptionsError: Option "faults[0].methods[0]" is "eth_cal", expected the name of a method as clients send it. Write "eth_call".",
      ]
    `)
  })

  test('error: no request asks what messages are called', () => {
    expect(
      (['eth_subscription', 'newHeads'] as const).map((name) =>
        refusal(() =>
          createMockNode({ faults: [{ type: 'null', methods: [name] }] }),
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "faults[0].methods[0]" is "eth_subscription", expected the name of a method as clients send it. Write "eth_subscribe".",
        "InvalidOptionsError: Option "faults[0].methods[0]" is "newHeads", expected the name of a method as clients send it. Write "eth_subscribe".",
      ]
    `)
  })
})
