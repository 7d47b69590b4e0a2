import FakeTimers from '@sinonjs/fake-timers'
import { contract, erc20 } from 'preseal/contracts'
import {
  type Body,
  type Explored,
  type ExploreOptions,
  everyLogIsSeen,
  everySentIsTold,
  explore,
  failureIsTrue,
  type Invariant,
  staysFinal,
  successIsTrue,
} from 'preseal/explore'
import { testAccounts } from 'preseal/wallet'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseAbiItem,
  publicActions,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

/** What some mishaps do to an application, one at a time. */
async function found(
  only: readonly string[],
  body: Body,
  options: ExploreOptions = {},
) {
  const said: string[] = []
  for (const id of only) {
    const { findings, tried, skipped } = await explore(body, {
      timers: FakeTimers,
      only: id,
      ...options,
    })
    expect([tried, skipped]).toEqual([1, []])
    said.push(...findings.map(({ invariant, text }) => `${invariant}: ${text}`))
  }
  return said
}

type Page = {
  /** Whether it asks why a transaction was replaced. */
  readonly asksWhy?: boolean
  /** Whether it looks at the status in a receipt. */
  readonly readsStatus?: boolean
  readonly data?: Hex
}

/** Pays, and says what became of it. */
function open(
  { node, wallet }: Explored,
  { asksWhy = true, readsStatus = true, data }: Page = {},
) {
  wallet.connect()
  const client = createWalletClient({
    account: wallet.account,
    chain: node.chain,
    transport: custom(wallet.provider),
  }).extend(publicActions)
  const page = { text: 'ready', pay }
  async function pay(to: Address = bob) {
    try {
      page.text = 'pending'
      const hash = await client.sendTransaction({ to, ...(data && { data }) })
      let isCancelled = false
      const { status } = await client.waitForTransactionReceipt({
        hash,
        confirmations: 2,
        timeout: 10_000,
        onReplaced: ({ reason }) => {
          isCancelled = asksWhy && reason !== 'repriced'
        },
      })
      page.text = isCancelled
        ? 'cancelled'
        : status === 'success' || !readsStatus
          ? 'confirmed'
          : 'failed'
    } catch {
      page.text = 'unknown'
    }
  }
  return page
}

const onePayment =
  (laws: readonly Invariant[], given?: Page): Body =>
  (run) => {
    const page = open(run, given)
    run.watch('page', () => page.text, laws)
    void page.pay()
  }

const cancelled = [
  'replaced/cancel/sent/1',
  'replaced/cancel-after-2500/sent/1',
]

describe('a payment that its user cancels', () => {
  test('was taken for a success, since the cancelling transaction is one', async () => {
    const page = { asksWhy: false }
    const [cancel] = cancelled as [string]
    expect(
      await found([cancel], onePayment([successIsTrue('confirmed')], page)),
    ).toEqual([
      'page: successIsTrue: it showed "confirmed" from 4000 ms on, though its user cancelled the transaction at 1 ms: what was sealed at 2000 ms is a transfer of 0 wei to the user\'s own account',
    ])
    expect(
      await found([cancel], onePayment([staysFinal('confirmed')], page)),
    ).toEqual([
      'page: staysFinal: it showed "confirmed" from 4000 ms on, but its user cancelled the transaction at 1 ms: what was sealed at 2000 ms is a transfer of 0 wei to the user\'s own account',
    ])
  })

  test('was held against a page that says so', async () => {
    const laws = [
      staysFinal(/confirmed|cancelled|failed/),
      successIsTrue('confirmed'),
      failureIsTrue(/failed|cancelled/),
    ]
    expect(await found(cancelled, onePayment(laws))).toEqual([])
  })

  test('was confused with one that its user speeds up', async () => {
    const laws = [staysFinal('confirmed'), successIsTrue('confirmed')]
    const page = { asksWhy: false }
    expect(
      await found(['replaced/speedUp/sent/1'], onePayment(laws, page)),
    ).toEqual([])
  })
})

describe('a payment that reverts', () => {
  const laws = [staysFinal('confirmed')]

  test('was forgiven, although the page did not look at its status', async () => {
    const page = { readsStatus: false }
    expect(await found(['reverted/sent/1'], onePayment(laws, page))).toEqual([
      'page: staysFinal: it showed "confirmed" from 4000 ms on, but the transaction was sealed as reverted at 2000 ms',
    ])
  })

  test('was held against the one that its user sent next', async () => {
    const retries: Body = async (run) => {
      const page = open(run)
      run.watch('page', () => page.text, laws)
      void page.pay()
      await run.wait(5_000)
      if (page.text !== 'confirmed') void page.pay()
    }
    expect(await found(['reverted/sent/1'], retries)).toEqual([])
  })

  test('was held against another of the same instant, with a text of its own', async () => {
    const both: Body = (run) => {
      const pages = [open(run), open(run)]
      for (const [index, page] of pages.entries())
        run.watch(`page ${index}`, () => page.text, laws)
      void pages[0]?.pay()
      void pages[1]?.pay('0x000000000000000000000000000000000000a11c')
    }
    expect(await found(['reverted/sent/1', 'reverted/sent/2'], both)).toEqual(
      [],
    )
  })

  test('was forgiven for the approval before it; and nothing said which one it was', async () => {
    const twoSteps: Body = async (run) => {
      const [first, second] = [open(run), open(run, { readsStatus: false })]
      run.watch('page', () => second.text, laws)
      await first.pay()
      if (first.text === 'confirmed') void second.pay()
    }
    const [said] = await found(['reverted/sent/2'], twoSteps)
    expect(said).toMatch(
      /but the 2nd transaction, 0x\w+…\w+, was sealed as reverted at \d+ ms$/,
    )
  })

  test('was called a failure, and blamed for that', async () => {
    const law = staysFinal(/confirmed|failed/)
    expect(await found(['reverted/sent/1'], onePayment([law]))).toEqual([])
  })
})

test('a page was held to a second transaction that nobody told it of', async () => {
  const abi = parseAbi(['function claim()', 'error AlreadyClaimed()'])
  const drop = contract({
    address: bob,
    abi,
    functions: {
      claim({ state, message, revert }) {
        if (state.get('done', message.from)) revert('AlreadyClaimed', [])
        state.set(['done', message.from], 1n)
      },
    },
  })
  const data = encodeFunctionData({ abi, functionName: 'claim' })
  const laws = [
    staysFinal('confirmed'),
    successIsTrue('confirmed'),
    failureIsTrue('failed'),
  ]
  expect(
    await found(
      ['repeated/prompt(eth_sendTransaction)/1'],
      onePayment(laws, { data }),
      { node: { contracts: [drop] } },
    ),
  ).toEqual([])
})

test('a final text was held against the new payment of a user who pays again', async () => {
  const pays: Body = (run) => {
    const page = open(run)
    run.watch('page', () => page.text, [staysFinal('confirmed')])
    void run.user('pay', () => page.pay())
  }
  const later = [5_000, 12_000].map((ms) => `repeated/${ms}/act(pay)/1`)
  expect(await found(later, pays)).toEqual([])
})

describe('a history of transfers', () => {
  const token = '0x000000000000000000000000000000000070cced'
  const [first, second] = testAccounts
  const usdc = erc20({
    address: token,
    symbol: 'USDC',
    decimals: 6,
    balances: { [first]: 100n, [second]: 100n },
  })
  const transfer = parseAbiItem(
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  )

  /** Lists what the selected account has sent, or else what the first has. */
  const history =
    ({ isFollowing }: { readonly isFollowing: boolean }): Body =>
    async ({ node, wallet, watch, wait }) => {
      wallet.connect()
      let account = wallet.account
      let rows: readonly unknown[] = []
      wallet.provider.on('accountsChanged', ([next]) => {
        account = next ?? account
        rows = []
      })
      const client = createPublicClient({
        chain: node.chain,
        transport: custom(node.provider),
      })
      setInterval(async () => {
        const from = isFollowing ? account : first
        const logs = await client.getLogs({
          address: token,
          event: transfer,
          args: { from },
          fromBlock: 0n,
        })
        rows = logs.map(({ transactionHash }) => transactionHash)
      }, 500)
      watch('rows', () => rows, [everyLogIsSeen({ address: token })])
      const pay = () => {
        const user = createWalletClient({
          account: wallet.account,
          chain: node.chain,
          transport: custom(wallet.provider),
        })
        return user.writeContract({
          address: token,
          abi: erc20Abi,
          functionName: 'transfer',
          args: [bob, 1n],
        })
      }
      await pay()
      await wait(6_000)
      await pay()
    }
  const options = { node: { contracts: [usdc] } }
  const switched = ['switched/account-at-5000/wallet/1']

  test('was blamed for lacking the logs of an account that is not selected', async () => {
    const body = history({ isFollowing: true })
    expect(await found(switched, body, options)).toEqual([])
  })

  test('was not asked for the logs of the account that is', async () => {
    const body = history({ isFollowing: false })
    const [said] = await found(switched, body, options)
    expect(said).toMatch(/^rows: everyLogIsSeen: the log of .* never came$/)
  })
})

describe('everySentIsTold', () => {
  const never = ['never/sent/1']

  test('said that there was no final status, where "ends" did not name it', async () => {
    const ends = [everySentIsTold({ ends: /confirmed|failed/ })]
    expect(await found(never, onePayment(ends))).toEqual([
      'page: everySentIsTold: it showed "unknown" from 10000 ms on, and no text of "ends" within 30000 ms',
    ])
  })

  test('said nothing of a client that waits for longer', async () => {
    const within = [everySentIsTold({ within: 5_000 })]
    expect(await found(never, onePayment(within), { duration: 8_000 })).toEqual(
      [
        'page: everySentIsTold: it showed "pending" from 0 ms on, and no final status within 5000 ms. The transaction was still pending, and the application still asked for it: give its client a shorter timeout, or the invariant a longer "within"',
      ],
    )
  })
})
