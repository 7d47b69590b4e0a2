// @vitest-environment happy-dom
import FakeTimers from '@sinonjs/fake-timers'
import { parseScenario } from 'preseal'
import {
  type Body,
  type Example,
  type ExploreOptions,
  explore,
  type Finding,
  formatFinding,
  formatFound,
  parseFound,
  rightAgain,
  wasTrue,
} from 'preseal/explore'
import { createPublicClient, webSocket } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'

const node = {
  accounts: { [alice]: { balance: 10n ** 18n }, [bob]: { balance: 7n } },
}
const run = (body: Body, options: ExploreOptions = {}) =>
  explore(body, { node, ...options, timers: FakeTimers })

type Socket = { readonly socket: WebSocket; readonly heads: number[] }

/** Listens to heads over a socket, and opens no other one. */
function listen(wsUrl: string): Socket {
  const socket = new WebSocket(wsUrl)
  const heads: number[] = []
  socket.onopen = () =>
    socket.send(
      '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}',
    )
  socket.onmessage = ({ data }) => {
    const { params } = JSON.parse(data)
    if (params) heads.push(Number(params.result.number))
  }
  return { socket, heads }
}

/** What the application heard, by what went wrong. */
async function heardBy(options: ExploreOptions = {}) {
  const heard = new Map<string, string>()
  let name = 'plain'
  const { findings, skipped } = await run(
    ({ node, watch, onEnd }) => {
      const { heads } = listen(node.wsUrl)
      watch('heads', () => heads.length, [])
      onEnd(() => heard.set(name, heads.join(' ')))
    },
    {
      duration: 8_000,
      runs: 1_000,
      invariants: [
        ({ mishaps }) => {
          name = mishaps.map(({ mishap }) => mishap.name).join()
          return undefined
        },
      ],
      ...options,
    },
  )
  expect(findings).toEqual([])
  return { heard, skipped }
}

describe('sockets', () => {
  test('default: each is cut, and each message missed, doubled or late', async () => {
    const { heard, skipped } = await heardBy()
    expect(
      [...heard]
        .filter(([name]) => /message|WebSocket/.test(name))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ).toMatchInlineSnapshot(`
      [
        [
          "the 1st message of newHeads arrives 1500 ms late",
          "1 2 3 4",
        ],
        [
          "the 1st message of newHeads arrives twice",
          "1 1 2 3 4",
        ],
        [
          "the 1st message of newHeads is lost",
          "2 3 4",
        ],
        [
          "the 2nd message of newHeads arrives 1500 ms late",
          "1 2 3 4",
        ],
        [
          "the 2nd message of newHeads arrives twice",
          "1 2 2 3 4",
        ],
        [
          "the 2nd message of newHeads is lost",
          "1 3 4",
        ],
        [
          "the 3rd message of newHeads arrives 1500 ms late",
          "1 2 3 4",
        ],
        [
          "the 3rd message of newHeads arrives twice",
          "1 2 3 3 4",
        ],
        [
          "the 3rd message of newHeads is lost",
          "1 2 4",
        ],
        [
          "the 4th message of newHeads arrives 1500 ms late",
          "1 2 3",
        ],
        [
          "the 4th message of newHeads arrives twice",
          "1 2 3 4 4",
        ],
        [
          "the 4th message of newHeads is lost",
          "1 2 3",
        ],
        [
          "the WebSocket is cut after its 1st message",
          "1",
        ],
        [
          "the WebSocket is cut after its 1st message, and none can open for 5000 ms",
          "1",
        ],
        [
          "the WebSocket is cut after its 2nd message",
          "1 2",
        ],
        [
          "the WebSocket is cut after its 2nd message, and none can open for 5000 ms",
          "1 2",
        ],
        [
          "the WebSocket is cut after its 3rd message",
          "1 2 3",
        ],
        [
          "the WebSocket is cut after its 3rd message, and none can open for 5000 ms",
          "1 2 3",
        ],
        [
          "the WebSocket is cut before its first message",
          "",
        ],
        [
          "the WebSocket is cut before its first message, and none can open for 5000 ms",
          "",
        ],
        [
          "the WebSocket is refused when it opens",
          "",
        ],
      ]
    `)
    expect(skipped).toEqual([])
  })

  test('an application that does not survive a cut with an outage crashed the report', async () => {
    const never: Body = ({ node, watch }) => {
      const { heads } = listen(node.wsUrl)
      watch('heads', () => heads.length, [
        ({ looks, now }) => {
          const last = looks.at(-1)
          return last !== undefined && now > last.at + 4_000
            ? { at: now, text: 'no head came for 4 s' }
            : undefined
        },
      ])
    }
    const { findings } = await run(never, {
      duration: 8_000,
      only: 'the WebSocket is cut before its first message, and none can open for 5000 ms',
    })
    const [finding] = findings as [Finding]
    expect(formatFinding(finding)).toContain('No head came for 4 s.')
    const text = formatFound('heads', finding)
    expect(parseFound(text).mishaps).toEqual(finding.mishaps)
    expect(() => parseScenario(JSON.parse(text).scenario)).not.toThrow()
  })

  test('options: unfair ones fall silent', async () => {
    const { heard } = await heardBy({
      unfair: true,
      only: 'the WebSocket falls silent after its 1st message',
    })
    expect(heard.get('the WebSocket falls silent after its 1st message')).toBe(
      '1',
    )
  })

  test('behavior: a message of one chain is lost on that chain alone', async () => {
    const seen = new Map<string, string>()
    const { findings } = await run(
      ({ nodes, watch, onEnd }) => {
        const all = nodes.map(({ wsUrl }) => listen(wsUrl).heads)
        watch('heads', () => all.map((heads) => heads.join(' ')).join(', '), [])
        onEnd(() =>
          seen.set('last', all.map((one) => one.join(' ')).join(', ')),
        )
      },
      {
        node: undefined,
        nodes: [{ chainId: 1 }, { chainId: 10 }],
        duration: 6_000,
        only: 'the 2nd message of newHeads on chain 10 is lost',
      },
    )
    expect(findings).toEqual([])
    expect(seen.get('last')).toBe('1 2 3, 1 3')
  })

  test('behavior: what a cut kept back is excused for a while, and no longer', async () => {
    const app =
      (reconnect: boolean): Body =>
      ({ node, watch, wait, onEnd }) => {
        const transport = webSocket(node.wsUrl, { reconnect })
        const client = createPublicClient({ transport, cacheTime: 0 })
        let shown = 7n
        const unwatch = client.watchBlockNumber({
          onBlockNumber: (blockNumber) =>
            void client
              .getBalance({ address: bob, blockNumber })
              .then((balance) => {
                shown = balance
              })
              .catch(() => {}),
          onError: () => {},
        })
        onEnd(unwatch)
        watch('balance', () => shown, [wasTrue({ address: bob })])
        return wait(3_000).then(() => {
          node.preconfirm({ from: alice, to: bob, value: 5n })
        })
      }
    const only = 'the WebSocket is cut after its 1st message'
    const again = await run(app(true), { only })
    expect(again.findings).toEqual([])
    const { findings } = await run(app(false), { only })
    expect(findings).toMatchObject([
      { invariant: 'balance: wasTrue', mishaps: [{ kind: 'cut' }] },
    ])
  })

  test('behavior: rightAgain judges a cut', async () => {
    const { findings } = await run(
      ({ node, watch }) => {
        const { heads } = listen(node.wsUrl)
        watch('head', () => heads.at(-1), [rightAgain()])
      },
      { only: 'the WebSocket is cut after its 2nd message' },
    )
    expect(findings).toMatchObject([{ invariant: 'head: rightAgain' }])
  })

  test('behavior: what does not fit is skipped', async () => {
    const mishap: Example = {
      kind: 'cut',
      name: 'a socket that there is not',
      steps: [{ at: 100, type: 'disconnectSockets', socket: 9 }],
    }
    const { skipped } = await run(
      ({ node, watch }) =>
        watch('heads', () => listen.name, []) ?? listen(node.wsUrl),
      { duration: 2_000, examples: [mishap], only: mishap.name },
    )
    expect(skipped).toEqual([mishap.name])
  })

  test('behavior: what a provider tells, no mishap can reach', async () => {
    const { unreachable } = await run(
      async ({ node, watch }) => {
        let heads = 0
        node.provider.on('message', () => heads++)
        await node.provider
          .request({ method: 'eth_subscribe', params: ['newHeads'] })
          .catch(() => {})
        watch('heads', () => heads, [])
      },
      { duration: 4_000, runs: 1 },
    )
    expect(unreachable).toEqual(['messages of newHeads'])
  })
})
