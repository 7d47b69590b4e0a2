// @vitest-environment jsdom
import { createMockNode, type MockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { formatTimeline } from 'preseal/timeline'
import { createWallet } from 'preseal/wallet'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKit } from '../../../src/entries/kit/index.js'
import { alice, bob, ether } from '../../node/actors.js'
import { ask } from '../../node/reads.js'
import { createTestRunner } from '../kit/testRunner.js'
import { hostile, playHostile } from './playHostile.js'

// Where nothing is laid out; page.deep.test.ts opens the page in a browser.
afterEach(() => {
  document.body.replaceChildren()
})

/** The page in a frame of its own, with its script run. */
const open = (node: MockNode) =>
  openPage(formatTimeline(node, { as: 'html', title: hostile }))

function openPage(html: string) {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const page = frame.contentDocument as Document
  page.write(html)
  page.close()
  const textOf = (id: string) => page.getElementById(id)?.textContent
  const rows = (id: string) =>
    Array.from(page.querySelectorAll(`#${id} tr`), (row) =>
      Array.from(row.children, (cell) => cell.textContent),
    )
  const press = (...keys: readonly string[]) => {
    for (const key of keys)
      page.dispatchEvent(new KeyboardEvent('keydown', { key }))
  }
  return { page, textOf, rows, press }
}

describe('html', () => {
  test('default: keys step, and the pane says what each tag shows', async () => {
    const { page, textOf, rows, press } = open(await playHostile())
    expect(page.title).toBe(hostile)
    press('Home', 'ArrowRight', 'ArrowRight')
    expect(textOf('instant')).toBe('At 200 ms')
    expect(textOf('happened')).toBe(
      '"pay" pre-confirmed, block 1 beat 1, index 0',
    )
    expect(rows('tags')).toEqual([
      ['tag', 'is', 'with'],
      ['pending', 'block 1', '"pay"'],
      ['latest', 'block 0', 'what the test began with'],
    ])
    expect(rows('balances')).toEqual([
      ['account', 'pending', 'latest'],
      ['0x0000…11ce', '9 ether', '10 ether'],
      ['0x0000…0b0b', '1 ether', '0 wei'],
    ])
    press('End')
    expect(
      rows('tags')
        .slice(1)
        .map(([, number]) => number),
    ).toEqual(['block 4', 'block 3'])
    page.getElementById('first')?.click()
    press('+')
    expect(textOf('range')).toBe('0 to 3000 ms')
    press('0')
    expect(textOf('range')).toBe('0 to 6000 ms')
  })

  test('behavior: it opens on what went wrong', async () => {
    const { page, textOf, press } = open(await playHostile())
    expect(textOf('wrong')).toMatch(
      /^At 300 ms .* failed: -32601 Method not found/,
    )
    expect(textOf('instant')).toBe('At 300 ms')
    press('End')
    page.getElementById('there')?.click()
    expect(textOf('instant')).toBe('At 300 ms')
    expect(page.querySelectorAll('[aria-current=step]')).toHaveLength(1)
  })

  test('behavior: where nothing did, on what happened first', () => {
    const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
    node.advance(50)
    node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.advance(3_000)
    const { textOf } = open(node)
    expect(textOf('wrong')).toBe(
      'Nothing failed, and nothing was lost or replaced.',
    )
    expect(textOf('instant')).toBe('At 50 ms')
  })

  test('polling was a line for each request, and what was sent came before it was asked', async () => {
    const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
    await ask(node, 'eth_chainId')
    const payment = { from: alice, to: bob, value: '0x1' }
    await ask(node, 'eth_sendTransaction', payment)
    for (let beat = 0; beat < 5; beat++) {
      await ask(node, 'eth_chainId')
      node.advance(100)
    }
    const { page, press } = open(node)
    const lines = Array.from(page.querySelectorAll('#lines button'), (line) =>
      line.textContent?.replaceAll(/0x[0-9a-f]{4}…[0-9a-f]{4}/g, '…'),
    )
    expect(lines.slice(0, 4)).toEqual([
      '0 ms  eth_chainId() → 31337',
      '0 ms  eth_sendTransaction({ from: …, to: …, value: 1 wei }) → …',
      expect.stringMatching(/^0 ms {2}… sent: … to …, 1 wei$/),
      '0 ms  eth_chainId() → 31337, 2 times, last at 100 ms',
    ])
    // An instant within a line of many shows that line.
    press('Home', 'ArrowRight')
    const current = page.querySelector('[aria-current=step]')
    expect(current?.textContent).toContain('2 times, last at 100 ms')
  })
})

describe('a failed test', () => {
  const here = 'test/entries/timeline/pageInDom.deep.test.ts'
  const known = '0x00000000000000000000000000000000000070c3'

  /** The page of a test with these options that fails at the end of its body. */
  async function fail(
    options: Parameters<ReturnType<typeof createKit>['testNode']>[0],
    body: (node: MockNode) => unknown = () => {},
    error: Partial<Error> = new Error('expected 0 to be 1'),
  ) {
    const { runner, end } = createTestRunner()
    vi.stubEnv('PRESEAL_PAGES', '1')
    try {
      await body(createKit(runner).testNode(options))
      const [page = ''] = end([error as Error], 'it pays')
      return openPage(page)
    } finally {
      vi.unstubAllEnvs()
    }
  }

  test('behavior: the page told less than the text', async () => {
    const error = new Error('expected 0 to be 1')
    error.stack = `Error: expected 0 to be 1\n    at pays (/app/pay.test.ts:7:3)`
    const options = {
      accounts: { [alice]: { balance: ether } },
      contracts: [erc20({ address: known, symbol: 'USDC' })],
      names: { [bob]: 'bob' },
      faults: [{ type: 'null', methods: ['eth_getCode'], times: 1 }],
    } as const
    const approve = async (node: MockNode) => {
      await ask(node, 'eth_getCode', known)
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [bob, 5n],
      })
      node.preconfirm({ from: alice, to: known, data })
      node.nextBlock()
    }
    const { textOf } = await fail(options, approve, error)
    expect(textOf('failure')).toBe(
      'expected 0 to be 1\n\nat /app/pay.test.ts:7',
    )
    const lines = textOf('lines')
    for (const line of [
      'fault { type: null, methods: [eth_getCode], times: 1 }',
      'fault "null" acted on eth_getCode(USDC) → null',
      'fault "null" is used up, acted on 1 request',
      'calls USDC.approve(spender: bob, value: 5e-18 USDC)',
      `emitted USDC.Approval(owner: ${alice.slice(0, 6)}…11ce, spender: bob, value: 5e-18 USDC)`,
    ]) {
      expect(lines).toContain(line)
      expect(error.message).toContain(line)
    }
    // It opens where the fault acted.
    expect(textOf('instant')).toBe('At 0 ms')
    expect(textOf('wrong')).toContain('fault "null" acted on eth_getCode(USDC)')
  })

  test('behavior: its page said that nothing went wrong', async () => {
    const { textOf } = await fail({ accounts: { [alice]: { balance: ether } } })
    expect(textOf('failure')).toContain('expected 0 to be 1')
    expect(textOf('wrong')).toMatch(/^The node saw no failure/)
  })

  test('behavior: a page opened at the beginning, and not where the test failed', async () => {
    const faults = [{ type: 'null', methods: ['eth_call'] }] as const
    const { textOf } = await fail({ faults }, (node) => node.advance(4_000))
    expect(textOf('instant')).toBe('At 4000 ms')
  })

  test('behavior: it did not say by which line of the test something went wrong', async () => {
    const accounts = { [alice]: { balance: ether } }
    const { textOf } = await fail({ accounts }, (node) => {
      node.preconfirm({ from: alice, to: bob, label: 'pay' })
      node.nextBlock()
      node.reorg()
    })
    expect(textOf('wrong')).toMatch(
      RegExp(
        `^At 2000 ms a reorg replaced block 1 by one without "pay", because of node\\.reorg\\(\\) at ${here}:\\d+\\.$`,
      ),
    )
    expect(textOf('lines')).toMatch(RegExp(`reorg, called at ${here}:\\d+`))
    // As it came to be: sealed, then replaced, then left out.
    expect(textOf('lines')).toMatch(
      /"pay" sealed.*reorg, called.*block 1 replaced by a reorg.*"pay" left out/s,
    )
    const pay = { type: 'preconfirm', from: alice, to: bob } as const
    const planned = await fail(
      {
        accounts,
        steps: [
          { at: 0, ...pay, label: 'pay' },
          { at: 500, type: 'drop', transaction: 'pay' },
        ],
      },
      (node) => node.nextBlock(),
    )
    expect(planned.textOf('wrong')).toBe(
      'At 600 ms "pay" was dropped, because of node.drop({ transaction: pay }), or of the step of that name in its options.',
    )
    const option = { type: 'drop', beats: 1, times: 1 } as const
    const byOption = await fail({ accounts, faults: [option] }, (node) => {
      ask(node, 'eth_sendTransaction', { from: alice, to: bob })
      node.nextBlock()
    })
    expect(byOption.textOf('wrong')).toContain(
      'was dropped: fault "drop", because the options of the node have the fault { type: drop',
    )
    // It acted when the transaction was sent, not when the test ended.
    expect(byOption.textOf('lines')).toContain(
      '0 ms  fault "drop" is used up, acted on 1 transaction',
    )
  })

  test('behavior: amounts of a token were numbers without a unit', async () => {
    const usdc = erc20({
      address: known,
      symbol: 'USDC',
      decimals: 6,
      balances: { [alice]: 3_000_000n },
    })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, 1_500_000n],
    })
    const { textOf, rows } = await fail(
      { accounts: { [alice]: { balance: ether } }, contracts: [usdc] },
      (node) => {
        node.preconfirm({ from: alice, to: known, data })
        node.nextBlock()
      },
    )
    expect(textOf('lines')).toContain('value: 1.5 USDC')
    expect(rows('balances').slice(-2)).toEqual([
      ['0x0000…11ce', '1.5 USDC', '1.5 USDC'],
      ['0x0000…0b0b', '1.5 USDC', '1.5 USDC'],
    ])
    expect(textOf('picture')).toContain('balance of 0x0000…0b0b')
  })

  test('behavior: what the page showed stood nowhere beside the blocks', async () => {
    const { textOf, rows } = await fail({}, async (node) => {
      const text = document.createElement('p')
      document.body.append(text)
      text.textContent = 'Waiting'
      await Promise.resolve()
      node.nextBlock()
      text.textContent = 'Paid'
      await Promise.resolve()
      text.remove() // as what cleans up does, before the test is reported
      await Promise.resolve()
    })
    expect(textOf('picture')).toMatch(
      /page shows Waiting from 0 to 2000 msWaiting.*page shows Paid/,
    )
    expect(rows('shown')).toEqual([
      ['watched', 'value'],
      ['page', 'Paid'],
    ])
  })

  test('behavior: where nothing failed, it did not say what was read last', async () => {
    const accounts = { [alice]: { balance: ether } }
    const { textOf } = await fail(
      { accounts, names: { [bob]: 'bob' } },
      async (node) => {
        node.preconfirm({ from: alice, to: bob, value: ether / 2n })
        node.nextBeat()
        await ask(node, 'eth_getBalance', bob, 'latest')
      },
    )
    expect(textOf('wrong')).toMatch(
      /At 200 ms eth_getBalance\(bob, latest\) answered 0 wei; in the pending block it was 0\.5 ether\.$/,
    )
  })

  test('a read before a reorg stood after it, and nothing said that it was the last', async () => {
    const accounts = { [alice]: { balance: ether } }
    const { textOf } = await fail({ accounts }, async (node) => {
      const hash = node.preconfirm({
        from: alice,
        to: bob,
        label: 'pay',
        value: 1n,
      })
      node.nextBlock()
      await ask(node, 'eth_getTransactionReceipt', hash)
      node.reorg()
    })
    expect(textOf('lines')).toMatch(
      /"pay" sealed.*eth_getTransactionReceipt.* → success.*block 1 replaced by a reorg.*left out/s,
    )
    expect(textOf('wrong')).toMatch(
      /^A reorg removed "pay" after the application had read its receipt\..*cannot know\.At 2000 ms eth_getTransactionReceipt\(.*\) answered success.*At 2000 ms a reorg replaced block 1.*confirmations: 2 \}\)/s,
    )
  })

  test('a read after a reorg of its instant was told as one before it', async () => {
    const accounts = { [alice]: { balance: ether } }
    const { textOf } = await fail({ accounts }, async (node) => {
      const hash = node.preconfirm({ from: alice, to: bob, label: 'pay' })
      node.nextBlock()
      node.reorg()
      await ask(node, 'eth_getTransactionReceipt', hash)
      node.setBalance({ address: bob, value: 1n })
    })
    expect(textOf('wrong')).toMatch(
      /^At 2000 ms a reorg replaced block 1 by one without "pay", because/,
    )
    expect(textOf('wrong')).not.toContain('cannot know')
  })

  test('a request that failed did not say whether it was asked again', async () => {
    const faults = [
      { type: 'http', status: 429, methods: ['eth_chainId'], times: 1 },
    ] as const
    const askChainId = async (node: MockNode) => {
      await ask(node, 'eth_chainId').catch(() => {})
    }
    const once = await fail({ faults }, askChainId)
    expect(once.textOf('wrong')).toMatch(/HTTP 429.* It was not asked again\.$/)
    const twice = await fail({ faults }, async (node) => {
      await askChainId(node)
      node.advance(150)
      await askChainId(node)
    })
    expect(twice.textOf('wrong')).toMatch(/It was asked again at 150 ms\.$/)
  })

  test('a rejection ended in two full stops, and a raised fee did not name the transaction that came instead', async () => {
    const sender = async () => {
      const node = createMockNode()
      const { account: from, provider, reject } = createWallet(node)
      node.setBalance({ address: from, value: ether })
      await provider.request({ method: 'eth_requestAccounts' })
      const send = (maxFeePerGas: `0x${string}`) => {
        const payment = { from, to: bob, nonce: '0x0', maxFeePerGas } as const
        const method = 'eth_sendTransaction'
        return provider.request({ method, params: [payment] })
      }
      return { node, reject, send }
    }
    const refused = await sender()
    refused.reject()
    await expect(refused.send('0x77359400')).rejects.toThrow('rejected')
    expect(open(refused.node).textOf('wrong')).toMatch(
      /: 4001 The user rejected eth_sendTransaction, because the user rejected it in the wallet\. It was not asked again\.$/,
    )
    const { node, send } = await sender()
    const [slow, fast] = [await send('0x77359400'), await send('0xee6b2800')]
    node.nextBlock()
    const short = (hash: string) => `${hash.slice(0, 6)}…${hash.slice(-4)}`
    expect(open(node).textOf('wrong')).toBe(
      `At 0 ms ${short(slow)} was replaced by ${short(fast)}.`,
    )
  })

  test('what a library prints at length stood above the line that failed', async () => {
    const message = 'Unable to find Paid\n\n<body />'
    const stack = `Error: ${message}\n    at pays (/app/pay.test.ts:7:3)`
    const { textOf } = await fail({}, () => {}, { message, stack })
    expect(textOf('failure')).toBe(
      'Unable to find Paid\n\nat /app/pay.test.ts:7\n\n<body />',
    )
  })

  test('two objects that differ were told by the names of their fields', async () => {
    const error = new Error(
      'expected { Object (balance, status) } to deeply equal { Object (balance, status) }\n\n- Expected\n+ Received\n\n  {\n-   "balance": 5n,\n+   "balance": 0n,\n    "status": "success",\n  }',
    )
    const { textOf } = await fail({}, () => {}, error)
    expect(textOf('failure')).toMatch(/^balance is 0n, not 5n\n/)
    // Of two objects it is not known which field is whose.
    const several = new Error(
      'expected [ Array(2) ] to deeply equal [ Array(2) ]\n\n    {\n-     "a": 1,\n+     "a": 2,\n    },\n    {\n-     "a": 3,\n+     "a": 4,\n    },',
    )
    const other = await fail({}, () => {}, several)
    expect(other.textOf('failure')).toMatch(/^expected \[ Array/)
  })

  test('options: safe and finalized stand there if somebody reads them', async () => {
    const node = createMockNode()
    expect(open(node).rows('tags')).toHaveLength(3)
    await ask(node, 'eth_getBlockByNumber', 'safe', false)
    expect(open(node).rows('tags')[3]).toEqual(['safe', 'block 0', ''])
  })
})
