import {
  always,
  atLast,
  type Body,
  type Explored,
  type ExploreOptions,
  mostRequests,
  neverPaidTwice,
  wasTrue,
} from 'preseal/explore'
import { bob } from '../../node/actors.js'

/** An application with one defect, and a law that it breaks. */
export type Planted = {
  readonly body: Body
  readonly options?: ExploreOptions
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, ms))

type Ask = (method: string, ...params: unknown[]) => Promise<unknown>

const asks =
  ({ node }: Explored): Ask =>
  (method, ...params) =>
    node.provider.request({ method, params } as never)

const signs =
  ({ wallet }: Explored): Ask =>
  (method, ...params) =>
    wallet.provider.request({ method, params } as never)

const pays = (explored: Explored) =>
  signs(explored)('eth_sendTransaction', {
    from: explored.wallet.account,
    to: bob,
    value: '0x5',
  }) as Promise<string>

const or = <value>(ask: Promise<unknown>, other: value) =>
  ask.catch(() => other) as Promise<value>

type Receipt = { readonly status: string; readonly blockNumber: string } | null

const receiptOf = (ask: Ask, hash: string) =>
  ask('eth_getTransactionReceipt', hash) as Promise<Receipt>

/** What breaks by one mishap. */
export const byOne: { readonly [name: string]: Planted } = {
  'a double click pays twice': {
    body: (explored) => {
      const { wallet, watch, user } = explored
      wallet.connect()
      let status = 'idle'
      void user('Pay', () => {
        status = 'paying'
        return or(pays(explored), '').then(() => {
          status = 'paid'
        })
      })
      watch('status', () => status, [neverPaidTwice()])
    },
  },
  'a reload forgets the payment': {
    body: (explored) => {
      const { wallet, watch, user, page } = explored
      wallet.connect()
      let row = 'none'
      page(() => {
        row = 'none'
      })
      let wasSent = false
      void user('Pay', async () => {
        if ((await or(pays(explored), '')) === '') return
        wasSent = true
        row = 'payment of 5'
      })
      watch('row', () => [wasSent, row], [
        always(
          (value) =>
            !(value as [boolean, string])[0] || `${value}`.includes('of 5'),
        ),
      ])
    },
  },
  'a second tab counts in the same storage': {
    body: (explored) => {
      const { watch, page } = explored
      const ask = asks(explored)
      const storage = { opened: 0 }
      page(() => {
        storage.opened++
        const timer = setInterval(() => or(ask('eth_blockNumber'), '0x0'), 900)
        return () => {
          storage.opened--
          clearInterval(timer)
        }
      })
      watch('opened', () => storage.opened, [always((value) => value !== 2)])
    },
  },
  'the balance of another account stays after a switch': {
    body: (explored) => {
      const { wallet, watch } = explored
      const sign = signs(explored)
      let shown: unknown = 'loading'
      void or(sign('eth_requestAccounts'), [] as string[]).then(([mine]) => {
        const poll = async () => {
          if (mine === undefined) return
          shown = await or(sign('eth_getBalance', mine, 'latest'), shown)
        }
        void poll()
        setInterval(poll, 800)
      })
      watch('balance', () => shown, [wasTrue({ address: 'selected' })])
      void wallet
    },
  },
  'an older answer overwrites a newer one': {
    body: (explored) => {
      const { node, watch } = explored
      node.setBalance({ address: bob, value: 7n })
      setTimeout(() => node.setBalance({ address: bob, value: 9n }), 1_900)
      let shown: unknown = 'loading'
      setInterval(async () => {
        shown = await or(
          asks(explored)('eth_getBalance', bob, 'pending'),
          shown,
        )
      }, 600)
      watch('balance', () => shown, [
        ({ looks }) => {
          const text = looks.map(({ value }) => value).join()
          return text.includes('0x9,0x7') ? { at: 0, text } : undefined
        },
      ])
    },
  },
  'it gives up on a prompt that is still open': {
    body: (explored) => {
      const { wallet, watch } = explored
      wallet.connect()
      let status = 'idle'
      let isPaid = false
      void pays(explored).then(
        () => {
          isPaid = true
        },
        () => {},
      )
      setTimeout(() => {
        status = isPaid ? 'paid' : 'failed'
      }, 2_000)
      watch('status', () => [status, isPaid], [
        always((value) => `${value}` !== 'failed,true'),
      ])
    },
  },
  'a payment that comes back stays lost': {
    body: (explored) => {
      const { wallet, watch, node } = explored
      const ask = asks(explored)
      wallet.connect()
      let status = 'idle'
      void or(pays(explored), '').then(async (hash) => {
        while (hash !== '' && status !== 'lost') {
          await sleep(400)
          const receipt = await or(receiptOf(ask, hash), undefined)
          if (receipt === undefined) continue
          if (receipt === null && status === 'included') status = 'lost'
          if (receipt !== null) status = 'included'
        }
      })
      watch('status', () => status, [
        ({ sent, timelines, looks, now }) => {
          const last = timelines[0]?.transactions
            .find(({ hash }) => hash === sent[0]?.hash)
            ?.moves.at(-1)
          return last?.type === 'sealed' &&
            last.at < now - 1_500 &&
            looks.at(-1)?.value === 'lost'
            ? { at: now, text: 'it is included, and shown as lost' }
            : undefined
        },
      ])
      void node
    },
  },
  'it skips the logs that were too many': {
    body: (explored) => {
      const { watch, node } = explored
      const ask = asks(explored)
      let next = 0
      const seen = new Set<number>()
      setInterval(async () => {
        const to = Number(await or(ask('eth_blockNumber'), '0x0'))
        const from = next
        if (to < from) return
        next = to + 1
        const logs = await or(
          ask('eth_getLogs', {
            fromBlock: `0x${from.toString(16)}`,
            toBlock: `0x${to.toString(16)}`,
          }),
          undefined,
        )
        if (logs !== undefined)
          for (let block = from; block <= to; block++) seen.add(block)
      }, 700)
      watch(
        'gap',
        () => [seen.size, seen.size === 0 ? 0 : Math.max(...seen) + 1],
        [
          always((value) => {
            const [size, most] = value as [number, number]
            return size === most
          }),
        ],
      )
      void node
    },
  },
  'the head goes back between two endpoints': {
    body: (explored) => {
      let head = 0
      let isBack = false
      setInterval(async () => {
        const number = Number(await or(asks(explored)('eth_blockNumber'), head))
        isBack ||= number < head
        head = number
      }, 300)
      explored.watch('head', () => isBack, [always((value) => value === false)])
    },
  },
  'it needs its acts in order': {
    body: async (explored) => {
      const { watch, user, wait } = explored
      let token: { approved: boolean } | undefined
      let said = 'idle'
      watch('said', () => said, [always((value) => value !== 'crashed')])
      void asks(explored)('eth_chainId').catch(() => {})
      void user('Approve', () => {
        token = { approved: true }
      })
      await wait(1_000)
      void user('Swap', () => {
        said = token === undefined ? 'crashed' : 'swapped'
      })
    },
  },
  'the timer of a page that was left goes on': {
    body: (explored) => {
      explored.page(() => {
        setInterval(() => or(asks(explored)('eth_blockNumber'), '0x0'), 250)
      })
    },
    options: { invariants: [mostRequests(5)] },
  },
  'a rejected prompt leaves it waiting': {
    body: (explored) => {
      const { wallet, watch } = explored
      wallet.connect()
      let status = 'confirm in the wallet'
      void pays(explored).then(
        () => {
          status = 'paid'
        },
        (error: { code: number }) => {
          if (error.code !== 4001) status = 'failed'
        },
      )
      watch('status', () => status, [
        ({ mishaps, looks, now }) =>
          mishaps.some(({ mishap }) => mishap.kind === 'rejected') &&
          `${looks.at(-1)?.value}`.startsWith('confirm')
            ? { at: now, text: 'it still asks to confirm' }
            : undefined,
      ])
    },
  },
  'it asks an endpoint that limits it at once again': {
    body: (explored) => {
      const poll = async (): Promise<void> => {
        const answer = await or(asks(explored)('eth_gasPrice'), null)
        await sleep(answer === null ? 20 : 1_000)
        return poll()
      }
      void poll()
    },
    options: { invariants: [mostRequests(10)] },
  },
  'it takes a reverted payment for a paid one': {
    body: (explored) => {
      const { wallet, watch } = explored
      const ask = asks(explored)
      wallet.connect()
      let status = 'idle'
      void or(pays(explored), '').then(async (hash) => {
        for (let asked = 0; hash !== '' && asked < 12; asked++) {
          await sleep(500)
          const receipt = await or(receiptOf(ask, hash), null)
          if (receipt !== null) status = 'paid'
        }
      })
      watch('status', () => status, [
        ({ timelines, sent, looks, now }) => {
          const move = timelines[0]?.transactions
            .find(({ hash }) => hash === sent[0]?.hash)
            ?.moves.at(-1)
          return move?.type === 'sealed' &&
            move.status === 'reverted' &&
            looks.at(-1)?.value === 'paid'
            ? { at: now, text: 'it was reverted' }
            : undefined
        },
      ])
    },
  },
}

/** An outage is many failures at once. */
const outages = [
  { mishap: /\d+-for-\d+/, reason: 'it is longer than one failure' },
]

/** What breaks only by two. */
export const byTwo: { readonly [name: string]: Planted } = {
  'it asks twice, and takes the second failure for zero': {
    body: (explored) => {
      const { node, watch } = explored
      node.setBalance({ address: bob, value: 7n })
      const ask = asks(explored)
      let shown: unknown = '0x7'
      setInterval(async () => {
        const read = () => ask('eth_getBalance', bob, 'latest')
        shown = await read().catch(async () => {
          await sleep(130)
          return or(read(), '0x0')
        })
      }, 900)
      watch('balance', () => shown, [always((value) => value !== '0x0')])
    },
    options: { accept: outages },
  },
  'the backup endpoint has no backup': {
    body: (explored) => {
      const ask = asks(explored)
      let said = 'ok'
      setInterval(async () => {
        await ask('eth_blockNumber').catch(async () => {
          const number = await or(
            ask('eth_getBlockByNumber', 'latest', false),
            null,
          )
          if (number === null) said = 'crashed'
        })
      }, 1_100)
      explored.watch('said', () => said, [always((value) => value === 'ok')])
    },
  },
  'a payment whose answer is lost is paid again if nobody finds it': {
    body: (explored) => {
      const { wallet, watch } = explored
      const ask = asks(explored)
      wallet.connect()
      let status = 'paying'
      void pays(explored)
        .catch(async (error: { code: number }) => {
          if (error.code === 4001) return
          await sleep(500)
          const nonce = await or(
            ask('eth_getTransactionCount', wallet.account, 'pending'),
            '0x0',
          )
          if (nonce === '0x0') await or(pays(explored), '')
        })
        .then(() => {
          status = 'done'
        })
      watch('status', () => status, [neverPaidTwice()])
    },
  },
  'a reorg and a failed read leave it confirmed for ever': {
    body: (explored) => {
      const { wallet, watch } = explored
      const ask = asks(explored)
      wallet.connect()
      let status = 'idle'
      void or(pays(explored), '').then(async (hash) => {
        for (let asked = 0; hash !== '' && asked < 14; asked++) {
          await sleep(500)
          const receipt = await or(receiptOf(ask, hash), undefined)
          if (receipt === undefined && status === 'included') return
          status = receipt === null ? 'waiting' : 'included'
        }
      })
      watch('status', () => status, [
        ({ timelines, sent, looks, now }) =>
          timelines[0]?.transactions
            .find(({ hash }) => hash === sent[0]?.hash)
            ?.moves.at(-1)?.type === 'dropped' &&
          looks.at(-1)?.value === 'included'
            ? { at: now, text: 'it was dropped' }
            : undefined,
      ])
    },
  },
  'a cut socket is replaced by polls that end at the first failure': {
    body: (explored) => {
      const { node, watch, onEnd } = explored
      const ask = asks(explored)
      let head = 0
      let isOver = false
      const socket = new WebSocket(node.wsUrl)
      const subscribe = {
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_subscribe',
        params: ['newHeads'],
      }
      socket.onopen = () => socket.send(JSON.stringify(subscribe))
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data))
        if (message.error)
          setTimeout(() => socket.send(JSON.stringify(subscribe)), 200)
        head = Math.max(head, Number(message.params?.result?.number ?? 0))
      }
      socket.onerror = () => {}
      socket.onclose = () => {
        const timer = setInterval(async () => {
          const number = await or(ask('eth_blockNumber'), null)
          if (isOver || number === null) return clearInterval(timer)
          head = Math.max(head, Number(number))
        }, 700)
      }
      onEnd(() => {
        isOver = true
        socket.close()
      })
      watch('head', () => head, [
        ({ mishaps, timelines, looks, now }) =>
          mishaps.every(({ mishap }) => mishap.kind !== 'sealedLate') &&
          Number(timelines[0]?.blocks.at(-1)?.number ?? 0) -
            Number(looks.at(-1)?.value) >=
            3
            ? { at: now, text: 'the head stands still' }
            : undefined,
      ])
    },
    options: { duration: 9_000, accept: outages },
  },
  'a rejected prompt blocks the button for the next click': {
    body: (explored) => {
      const { wallet, watch, user } = explored
      wallet.connect()
      let isBusy = false
      let ignored = 0
      void user('Pay', async () => {
        if (isBusy) {
          ignored++
          return
        }
        isBusy = true
        await pays(explored).then(
          () => {
            isBusy = false
          },
          (error: { code: number }) => {
            isBusy = error.code === 4001
          },
        )
      })
      watch('ignored', () => ignored, [
        ({ mishaps, looks, now }) =>
          mishaps.some(
            ({ mishap }) =>
              mishap.user?.type === 'again' && mishap.user.after >= 1_000,
          ) &&
          mishaps.every(
            ({ mishap }) =>
              mishap.user !== undefined && mishap.user.type !== 'leaveOpen',
          ) &&
          looks.at(-1)?.value === 1
            ? { at: now, text: 'a click was ignored' }
            : undefined,
      ])
    },
  },
  'after a failure it follows the newest block, and a reorg then breaks it': {
    body: (explored) => {
      const ask = asks(explored)
      let isCareful = true
      let hash: string | undefined
      let said = 'ok'
      setInterval(async () => {
        const block = (await or(
          ask('eth_getBlockByNumber', 'latest', false),
          null,
        )) as {
          hash: string
          number: string
        } | null
        if (block === null) {
          isCareful = false
          return
        }
        if (hash !== undefined && !isCareful) {
          const same = await or(
            ask('eth_getBlockByHash', hash, false),
            undefined,
          )
          if (same === null) said = 'crashed'
        }
        hash = block.hash
      }, 600)
      explored.watch('said', () => said, [always((value) => value === 'ok')])
    },
  },
  'a dropped payment is sent again, and the second drop is not noticed': {
    body: (explored) => {
      const { wallet, watch } = explored
      const ask = asks(explored)
      wallet.connect()
      let status = 'sending'
      const follow = async (hash: string, isSecond: boolean): Promise<void> => {
        let was = false
        for (let asked = 0; hash !== '' && asked < 12; asked++) {
          await sleep(300)
          const receipt = await or(receiptOf(ask, hash), undefined)
          if (receipt) was = true
          status = receipt ? 'included' : status
          if (receipt === null && was && !isSecond) {
            status = 'sending again'
            return follow(await or(pays(explored), ''), true)
          }
        }
      }
      void or(pays(explored), '').then((hash) => follow(hash, false))
      watch('status', () => status, [
        ({ timelines, sent, looks, now }) =>
          sent.length > 1 &&
          sent.every(
            ({ hash }) =>
              timelines[0]?.transactions
                .find((one) => one.hash === hash)
                ?.moves.at(-1)?.type === 'dropped',
          ) &&
          looks.at(-1)?.value === 'included'
            ? { at: now, text: 'both were dropped' }
            : undefined,
      ])
    },
    options: { duration: 9_000 },
  },
  'a page that is opened again forgets that it has failed to load': {
    body: (explored) => {
      const { watch, page } = explored
      const ask = asks(explored)
      let hasFailed = false
      let shown = 'loading'
      page(() => {
        // It loads what it needs once, and counts on what an earlier one kept.
        if (hasFailed) {
          shown = 'crashed'
          return undefined
        }
        let isOpen = true
        void or(ask('eth_chainId'), null).then((id) => {
          hasFailed = id === null && isOpen
          shown = id === null ? 'failed' : 'loaded'
        })
        return () => {
          isOpen = false
        }
      })
      watch('shown', () => shown, [always((value) => value !== 'crashed')])
    },
  },
  'a limit makes it wait, and a second one makes it give up': {
    body: (explored) => {
      const ask = asks(explored)
      let said = 'ok'
      let limits = 0
      const poll = async (): Promise<void> => {
        await ask('eth_gasPrice').then(
          () => {
            limits = 0
          },
          () => {
            limits++
          },
        )
        if (limits === 2) {
          said = 'given up'
          return
        }
        await sleep(limits === 0 ? 1_000 : 170)
        return poll()
      }
      void poll()
      explored.watch('said', () => said, [atLast((value) => value === 'ok')])
    },
    options: { accept: outages },
  },
}
