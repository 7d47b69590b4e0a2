import FakeTimers from '@sinonjs/fake-timers'
import {
  always,
  type Body,
  type Explored,
  type ExploreOptions,
  everySentIsTold,
  explore,
  failureIsTrue,
  formatFinding,
  neverPaidTwice,
  nothingAskedAfter,
  reached,
  successIsTrue,
  wasTrue,
} from 'preseal/explore'
import { createPublicClient, custom } from 'viem'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

/** What one mishap alone does to an application. */
async function found(only: string, body: Body, options: ExploreOptions = {}) {
  const { findings } = await explore(body, {
    timers: FakeTimers,
    duration: 8_000,
    only,
    ...options,
  })
  return findings.map(({ invariant, text }) => `${invariant}: ${text}`)
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, ms))

type Receipt = { readonly status: string } | null

function payment({ node, wallet }: Explored) {
  const params = [{ from: wallet.account, to: bob, value: '0x5' }]
  return {
    pay: () =>
      wallet.provider.request({
        method: 'eth_sendTransaction',
        params,
      } as never) as Promise<string>,
    receipt: (hash: string) =>
      node.provider
        .request({
          method: 'eth_getTransactionReceipt',
          params: [hash],
        } as never)
        .catch(() => null) as Promise<Receipt>,
  }
}

/** Pays, and shows what `tell` makes of each receipt. */
function paying(
  tell: (receipt: Receipt, before: string) => string,
  laws: Parameters<Explored['watch']>[2],
): Body {
  return async (explored) => {
    const { wallet, watch } = explored
    const { pay, receipt } = payment(explored)
    wallet.connect()
    let status = 'idle'
    watch('status', () => status, laws)
    const hash = await pay().catch(() => '0x')
    if (hash === '0x') return
    for (let asked = 0; asked < 12; asked++) {
      await sleep(500)
      status = tell(await receipt(hash), status)
    }
  }
}

describe('a transaction', () => {
  test('that is included as reverted', async () => {
    const forgets = paying(
      (receipt, before) => (receipt === null ? before : 'paid'),
      [successIsTrue('paid')],
    )
    expect(await found('reverted/sent/1', forgets)).toEqual([
      'status: successIsTrue: it showed "paid" from 500 ms on, though no transaction of the application was on the chain as a success from 0 ms on',
    ])
  })

  test('that a reorg takes out, and that is sealed as reverted later', async () => {
    const once = paying(
      (receipt, before) =>
        before === 'paid' || receipt?.status === '0x1' ? 'paid' : 'waiting',
      [successIsTrue('paid', { within: 3_000 })],
    )
    const [said] = await found('reorged/reverted-1/block/1', once)
    expect(said).toContain('as a success from 4000 ms on')
  })

  test('that a reorg takes out, and that comes again', async () => {
    const gives = paying(
      (receipt, before) =>
        before === 'failed' || (receipt === null && before === 'paid')
          ? 'failed'
          : receipt === null
            ? 'waiting'
            : 'paid',
      [failureIsTrue('failed', { within: 2_000 })],
    )
    const [said] = await found('reorged/again-1/block/1', gives)
    expect(said).toContain('though the transaction was on the chain')
  })

  test('that a reorg takes out between two reads of it', async () => {
    const tears: Body = async (explored) => {
      const { pay, receipt } = payment(explored)
      explored.wallet.connect()
      let rows = 'none'
      explored.watch('rows', () => rows, [always((shown) => shown !== 'torn')])
      const hash = await pay().catch(() => '0x')
      await sleep(2_400)
      const first = await receipt(hash)
      await sleep(200)
      const second = await receipt(hash)
      rows = first !== null && second === null ? 'torn' : 'whole'
    }
    const { findings } = await explore(tears, {
      timers: FakeTimers,
      duration: 8_000,
      kinds: { failed: 0, empty: 0, old: 0 },
    })
    const ids = findings.flatMap(({ mishaps }) => mishaps.map(({ id }) => id))
    expect(ids).toEqual(['reorged/empty-401/block/1'])
  })

  test('whose fee is too low, so that it waits for ever', async () => {
    const waits = (patience: number) => {
      let asked = 0
      const body = paying(
        (receipt) => {
          asked++
          if (receipt !== null) return 'paid'
          return asked > patience ? 'stuck' : 'waiting'
        },
        [everySentIsTold({ within: 5_000, ends: /paid|stuck/ })],
      )
      return (explored: Explored) => {
        asked = 0
        return body(explored)
      }
    }
    const [said] = await found('never/sent/1', waits(Infinity))
    expect(said).toContain('"waiting" from 500 ms on, and no text')
    expect(await found('never/sent/1', waits(6))).toEqual([])
  })
})

describe('the user', () => {
  test('cancels a payment that waits, and its replacement is told as it', async () => {
    const follows: Body = async (explored) => {
      const { node, wallet, watch } = explored
      wallet.connect()
      let status = 'idle'
      watch('status', () => status, [
        ({ timelines, looks }) => {
          const paid = looks.find(({ value }) => value === 'paid')
          const isPaid = timelines[0]?.transactions.some(
            ({ to, moves }) => to === bob && moves.at(-1)?.type === 'sealed',
          )
          return paid && !isPaid
            ? { at: paid.at, text: 'nobody was paid' }
            : undefined
        },
      ])
      if (
        (await payment(explored)
          .pay()
          .catch(() => '')) === ''
      )
        return
      for (let asked = 0; asked < 12; asked++) {
        await sleep(500)
        const nonce = await node.provider
          .request({
            method: 'eth_getTransactionCount',
            params: [wallet.account, 'latest'],
          })
          .catch(() => '0x0')
        if (nonce === '0x1') status = 'paid'
      }
    }
    expect(await found('replaced/cancel-after-2500/sent/1', follows)).toEqual([
      expect.stringContaining('nobody was paid'),
    ])
  })

  test('speeds a payment up after the application has read it', async () => {
    const pays =
      (
        wait: (explored: Explored, hash: `0x${string}`) => Promise<unknown>,
      ): Body =>
      async (explored) => {
        explored.wallet.connect()
        let status = 'idle'
        explored.watch('status', () => status, [
          everySentIsTold({ within: 12_000, ends: 'paid' }),
        ])
        const hash = await payment(explored).pay()
        status = 'pending'
        await wait(explored, hash as `0x${string}`)
        status = 'paid'
      }
    const ofOneHash = pays(async (explored, hash) => {
      const params = [hash]
      for (;;) {
        await sleep(500)
        await explored.node.provider.request({
          method: 'eth_getTransactionByHash',
          params,
        } as never)
        if ((await payment(explored).receipt(hash)) !== null) return
      }
    })
    const byViem = pays(({ node }, hash) => {
      const transport = custom(node.provider)
      return createPublicClient({
        transport,
        pollingInterval: 500,
      }).waitForTransactionReceipt({ hash })
    })
    const [said] = await found('replaced/speedUp-after-501/sent/1', ofOneHash)
    expect(said).toContain('"pending" from 0 ms on, and no text')
    // It reads the transaction at once.
    for (const after of [1, 2_500])
      expect(
        await found(`replaced/speedUp-after-${after}/sent/1`, byViem),
      ).toEqual([])
  })

  test('rejects in a wallet that says so by a code of its own', async () => {
    const ofOneCode: Body = async (explored) => {
      const { wallet, watch } = explored
      wallet.connect()
      let status = 'paying'
      watch('status', () => status, [always((shown) => shown !== 'broken')])
      status = await payment(explored)
        .pay()
        .then(
          () => 'paid',
          ({ code }) => (code === 4001 ? 'rejected' : 'broken'),
        )
    }
    const prompt = 'prompt(eth_sendTransaction)'
    expect(await found(`rejected/${prompt}/1`, ofOneCode)).toEqual([])
    expect(
      await found(`rejected/metaMaskMobile/${prompt}/1`, ofOneCode),
    ).toEqual(['status: always: it showed "broken"'])
    const profile = { profile: { name: 'one of the test' } }
    await expect(
      found(`rejected/metaMaskMobile/${prompt}/1`, ofOneCode, {
        wallet: profile,
      }),
    ).rejects.toMatchObject({ name: 'InvalidParametersError' })
  })

  test('has a wallet that needs to be asked first', async () => {
    const reads: Body = async ({ wallet, watch }) => {
      let id = ''
      watch('id', () => id, [always((shown) => shown !== 'failed')])
      id = await wallet.provider
        .request({ method: 'eth_gasPrice' })
        .catch(() => 'failed')
    }
    expect(await found('otherWallet/metaMask/wallet/1', reads)).toEqual([])
    expect(await found('otherWallet/baseAccount/wallet/1', reads)).toEqual([
      'id: always: it showed "failed"',
    ])
  })

  test('approves a prompt twice, for which no application can be blamed', async () => {
    const counts: Body = async (explored) => {
      const { node, wallet, watch } = explored
      wallet.connect()
      const [nonce, sent] = [{ own: 0 }, { own: 0 }]
      watch('nonce', () => [nonce.own, sent.own], [
        neverPaidTwice(),
        always((shown) => `${shown}` !== '2,1'),
      ])
      await payment(explored).pay()
      sent.own++
      await sleep(500)
      nonce.own = Number(
        await node.provider
          .request({
            method: 'eth_getTransactionCount',
            params: [wallet.account, 'pending'],
          })
          .catch(() => 1),
      )
    }
    const only = 'repeated/prompt(eth_sendTransaction)/1'
    expect(await found(only, counts)).toEqual([
      'nonce: always: it showed [2,1]',
    ])
    const decides: Body = async (explored) => {
      const { wallet, wait } = explored
      wallet.connect()
      const hold = wallet.hold()
      const paid = payment(explored).pay()
      await hold.arrived
      await wait(1_000)
      hold.release()
      await paid
    }
    const prompt = 'prompt(eth_sendTransaction)/1'
    for (const one of [only, `rejected/${prompt}`, `leftOpen/3000/${prompt}`])
      expect(await found(one, decides)).toEqual([])
    const rejects: Body = async (explored) => {
      explored.wallet.connect()
      explored.wallet.reject()
      await expect(payment(explored).pay()).rejects.toThrow()
    }
    await expect(found(only, rejects)).rejects.toThrow(
      /a mishap that this test offers/,
    )
  })

  test('does an act again, and a page forgets at a reload', async () => {
    const app: Body = (explored) => {
      const { wallet, watch, user, page } = explored
      wallet.connect()
      let row = 'none'
      page(() => {
        row = 'none'
      })
      void user('Pay', async () => {
        await payment(explored)
          .pay()
          .catch(() => {})
        row = 'paid'
      })
      watch('row', () => row, [neverPaidTwice(), reached('paid')])
    }
    const [twice] = await found('repeated/0/act(Pay)/1', app)
    expect(twice).toContain('was included twice')
    const gone: Body = (explored) => {
      app({ ...explored, watch: () => {} })
      let row = 'none'
      explored.page(() => {
        row = 'none'
      })
      void explored.user('Show', () => {
        row = 'paid'
      })
      explored.watch('row', () => row, [always((shown) => shown === 'paid')])
    }
    const [lost] = await found('reloaded/reload-at-2000/page/1', gone)
    expect(lost).toContain('it showed "none"')
  })
})

describe('a double click', () => {
  type Button = { isDisabled: boolean }
  type Click = (button: Button, explored: Explored) => unknown

  /** A page whose user waits for the button, and presses it if it can be. */
  const pageOf =
    (click: Click, open = () => Promise.resolve()): Body =>
    (explored) => {
      explored.wallet.connect()
      const shown = open()
      const button = { isDisabled: false }
      explored.watch('button', () => button.isDisabled, [neverPaidTwice()])
      void explored.user('Pay', async () => {
        await shown
        if (!button.isDisabled) void click(button, explored)
      })
    }
  const pay = (explored: Explored) =>
    payment(explored)
      .pay()
      .catch(() => {})
  const twice = (body: Body) => found('repeated/0/act(Pay)/1', body)

  const late: Click = (button, explored) => {
    setTimeout(() => {
      queueMicrotask(() => setTimeout(() => setImmediate(disable), 0))
    }, 0)
    const disable = () => {
      button.isDisabled = true
    }
    void pay(explored)
  }

  test('came before the page had rendered what it knew', async () => {
    expect(await twice(pageOf(late))).toEqual([])
    expect(await twice(pageOf(late, () => sleep(0)))).toEqual([])
  })

  test('came within a frame', async () => {
    const framed: Click = (button, explored) => {
      setTimeout(() => {
        button.isDisabled = true
      }, 16)
      void pay(explored)
    }
    expect(await twice(pageOf(framed))).toEqual([])
  })

  test.each([1_000, 1])(
    'came after a failure of the test that no user could outrun, of which %i requests are kept',
    async (requestHistory) => {
      const fails: Body = async (explored) => {
        const { node, user, wallet, watch } = explored
        wallet.connect()
        const read = () => node.provider.request({ method: 'eth_gasPrice' })
        await read()
        node.fault({
          type: 'http',
          status: 503,
          methods: ['eth_gasPrice'],
          times: 1,
        })
        let isBusy = false
        watch('busy', () => isBusy, [neverPaidTwice()])
        const click = async () => {
          if (isBusy) return
          isBusy = true
          try {
            await read()
            await pay(explored)
          } catch {
            // The page says so.
          } finally {
            isBusy = false
          }
        }
        void user('Pay', () => void click())
        setTimeout(() => void click(), 2_000)
      }
      const only = 'repeated/0/act(Pay)/1'
      expect(await found(only, fails, { node: { requestHistory } })).toEqual([])
    },
  )

  test('was missed where the act awaits how it ends', async () => {
    const [said] = await twice((explored) => {
      const { node, user, wallet, watch } = explored
      wallet.connect()
      let isBusy = false
      watch('busy', () => isBusy, [neverPaidTwice()])
      void user('Pay', async () => {
        if (isBusy) return
        await node.provider.request({ method: 'eth_gasPrice' })
        isBusy = true
        await pay(explored)
      })
    })
    expect(said).toContain('was included twice')
  })

  test('was two clicks of one instant where the button came later', async () => {
    expect(await twice(pageOf(late, () => sleep(500)))).toEqual([])
    const connects: Body = (explored) => {
      const { wallet } = explored
      const connected = wallet.provider.request({
        method: 'eth_requestAccounts',
      })
      return pageOf(late, () => connected.then(() => {}))(explored)
    }
    expect(await twice(connects)).toEqual([])
  })

  test.each<[string, Click]>([
    ['never', (_, explored) => pay(explored)],
    [
      'never, and the wallet says itself who it is',
      async (_, explored) => {
        const { request } = explored.wallet.provider
        await request({ method: 'eth_chainId' })
        await request({ method: 'eth_requestAccounts' })
        await pay(explored)
      },
    ],
    [
      'after the answer of the wallet',
      async (button, explored) => {
        await pay(explored)
        button.isDisabled = true
      },
    ],
    [
      'after the answer of an endpoint',
      async (button, explored) => {
        await explored.node.provider.request({ method: 'eth_gasPrice' })
        button.isDisabled = true
        await pay(explored)
      },
    ],
  ])('pays twice where the button is disabled %s', async (_, click) => {
    for (const open of [undefined, () => sleep(0), () => sleep(500)]) {
      const [said] = await twice(pageOf(click, open))
      expect(said).toContain('was included twice')
    }
  })

  test('was made by an act that acts once it is awaited', async () => {
    let payments = 0
    await explore(
      async (explored) => {
        payments = 0
        explored.wallet.connect()
        await explored.user('Pay', () => ({
          // biome-ignore lint/suspicious/noThenProperty: as query builders do
          then(done: (value: unknown) => void) {
            payments++
            pay(explored).then(done)
          },
        }))
      },
      { timers: FakeTimers, duration: 4_000, runs: 0 },
    )
    expect(payments).toBe(1)
  })

  test('of an act that awaits its payment was no double click', async () => {
    const [said] = await twice((explored) => {
      const { user, wallet, watch } = explored
      wallet.connect()
      let isBusy = false
      watch('busy', () => isBusy, [neverPaidTwice()])
      void user('Pay', async () => {
        if (isBusy) return
        await pay(explored)
        isBusy = true
      })
    })
    expect(said).toContain('was included twice')
  })
})

describe('an endpoint', () => {
  test('of several is behind the others, hangs, or fails', async () => {
    const endpoints = ['main', 'backup']
    const takesAnyHead: Body = ({ node, watch }) => {
      let head = 0
      let turn = 0
      let silent = 0
      setInterval(async () => {
        const name = endpoints[turn++ % 2] as string
        silent++
        const told = await node
          .endpoint(name)
          .provider.request({ method: 'eth_blockNumber' })
          .catch(() => '0x0')
        silent = 0
        head = Number(told)
      }, 300)
      watch('head', () => [head, silent], [
        ({ looks }) =>
          looks
            .filter(
              ({ value }, index) =>
                Number((value as number[])[0]) <
                Number((looks[index - 1]?.value as number[] | undefined)?.[0]),
            )
            .map(({ at }) => ({ at, text: 'the head goes back' }))[0],
        always((value) => Number((value as number[])[1]) < 8),
      ])
    }
    const options = { node: { endpoints } }
    for (const [only, said] of [
      ['old/600/endpoint(backup)/1', 'goes back'],
      ['failed/503-for-10000/endpoint(main)/1', 'goes back'],
    ] as const)
      expect((await found(only, takesAnyHead, options))[0]).toContain(said)
    const one: Body = (explored) => {
      const { node } = explored
      takesAnyHead({
        ...explored,
        node: { ...node, endpoint: () => node.endpoint('main') },
      })
    }
    const [hangs] = await found('late/10000/endpoint(main)/1', one, options)
    expect(hangs).toContain('it showed')
  })

  test('answers a single read with what was true before', async () => {
    const readsOnce: Body = async ({ node, watch, wait }) => {
      let shown: unknown = ''
      watch('balance', () => shown, [
        wasTrue({ address: bob, within: 0, again: 0 }),
      ])
      setTimeout(() => node.setBalance({ address: bob, value: 9n }), 3_000)
      await wait(3_500)
      shown = await node.provider
        .request({ method: 'eth_getBalance', params: [bob, 'latest'] })
        .catch(() => '')
    }
    const read = 'eth_getBalance(0x0000…0b0b,latest)'
    const [said] = await found(`old/1000/${read}/1`, readsOnce)
    expect(said).toContain('showed "0x0", since 3500 ms')
  })

  test('limits the range of a search for logs', async () => {
    const searches: Body = ({ node, watch }) => {
      let failures = 0
      setInterval(async () => {
        await node.provider
          .request({
            method: 'eth_getLogs',
            params: [{ fromBlock: '0x0', toBlock: 'latest' }],
          })
          .catch(() => void failures++)
      }, 1_000)
      watch('failures', () => failures, [always((count) => Number(count) < 2)])
    }
    expect(await found('failed/logRange-2/endpoint/1', searches)).toEqual([
      'failures: always: it showed 2',
    ])
  })

  test('forgets its filters, and an application polls one that is gone', async () => {
    const polls =
      (recovers: boolean): Body =>
      ({ node, watch }) => {
        const ask = (method: string, ...params: unknown[]) =>
          node.provider.request({ method, params } as never)
        let id: unknown
        let failures = 0
        setInterval(async () => {
          try {
            id ??= await ask('eth_newBlockFilter')
            await ask('eth_getFilterChanges', id)
            failures = 0
          } catch {
            failures++
            if (recovers) id = undefined
          }
        }, 1_000)
        watch('failures', () => failures, [
          always((count) => Number(count) < 3),
        ])
      }
    const id = 'forgotten/filters/1'
    expect(await found(id, polls(false))).toEqual([
      'failures: always: it showed 3',
    ])
    expect(await found(id, polls(true))).toEqual([])
  })

  test('a mishap that asks the node itself was counted as the application', async () => {
    const quiet: Body = async ({ node, watch }) => {
      let shown = 'no'
      const ask = (method: string, ...params: unknown[]) =>
        node.provider.request({ method, params } as never)
      watch('shown', () => shown, [nothingAskedAfter('done')])
      const id = await ask('eth_newBlockFilter')
      await sleep(1_000)
      await ask('eth_getFilterChanges', id).catch(() => {})
      shown = 'done'
    }
    expect(
      await found('forgotten', quiet, {
        only: undefined,
        runs: 0,
        examples: [
          { kind: 'forgotten', name: 'restarts', forgets: { at: 3_000 } },
        ],
      }),
    ).toEqual([])
  })

  test('refuses a batch as a whole', async () => {
    const batches: Body = ({ node, watch }) => {
      let status = 200
      setInterval(async () => {
        const call = { jsonrpc: '2.0', method: 'eth_chainId' }
        const body = JSON.stringify([1, 2].map((id) => ({ ...call, id })))
        const response = await node.fetch('http://node.test', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        status = response.status
      }, 1_000)
      watch('status', () => status, [always((shown) => shown === 200)])
    }
    expect(await found('failed/batch-1/endpoint/1', batches)).toEqual([
      'status: always: it showed 413',
    ])
  })

  test('says after how long it may be asked again', async () => {
    const limited: Body = ({ node, watch }) => {
      let retry: string | null = null
      setTimeout(async () => {
        const call = { jsonrpc: '2.0', id: 1, method: 'eth_gasPrice' }
        const response = await node.fetch('http://node.test', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(call),
        })
        retry = response.headers.get('retry-after')
      }, 1_000)
      watch('retry', () => retry, [always((shown) => shown === null)])
    }
    expect(await found('failed/429/eth_gasPrice/1', limited)).toEqual([
      'retry: always: it showed "1"',
    ])
  })

  test('is down for as long as the test says', async () => {
    const patient: Body = ({ node, watch }) => {
      let failed = 0
      setInterval(async () => {
        failed = await node.provider
          .request({ method: 'eth_blockNumber' })
          .then(
            () => 0,
            () => failed + 1,
          )
      }, 500)
      watch('failed', () => failed, [always((count) => Number(count) < 4)])
    }
    const name = (ms: number) => `failed/503-for-${ms}/eth_blockNumber/1`
    expect(await found(name(1_000), patient, { outage: 1_000 })).toEqual([])
    expect(await found(name(3_000), patient, { outage: 3_000 })).toHaveLength(1)
  })
})

test('reached: a goal that no run has reached is told', async () => {
  const exploration = await explore(
    ({ node, watch }) => {
      node.provider.request({ method: 'eth_chainId' }).catch(() => {})
      watch('status', () => 'idle', [reached('confirmed')])
    },
    { timers: FakeTimers, duration: 1_000, runs: 5 },
  )
  expect(exploration.findings.map(formatFinding)).toEqual([])
  expect(exploration.unjudged).toEqual([
    {
      invariant: 'status: reached',
      text: expect.stringContaining('no run has reached "confirmed"'),
    },
  ])
})
