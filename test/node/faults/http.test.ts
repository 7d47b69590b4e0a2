import { expect, test } from 'vitest'
import { httpOutcome } from '../../../src/node/faults/faultTypes.js'

test('a fault without `body` sends the row of its status, else an empty body', () => {
  expect(
    [400, 403, 413, 429, 500, 503, 504].map((status) => [
      status,
      httpOutcome({ type: 'http', status }).body,
    ]),
  ).toMatchInlineSnapshot(`
    [
      [
        400,
        "",
      ],
      [
        403,
        {
          "code": -32601,
          "message": "rpc method is not whitelisted",
        },
      ],
      [
        413,
        {
          "code": -32014,
          "message": "too many RPC calls in batch request",
        },
      ],
      [
        429,
        {
          "code": -32016,
          "message": "over rate limit",
        },
      ],
      [
        500,
        "",
      ],
      [
        503,
        {
          "code": -32011,
          "message": "no backend is currently healthy to serve traffic",
        },
      ],
      [
        504,
        {
          "code": -32015,
          "message": "gateway timeout",
        },
      ],
    ]
  `)
})
