import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import { describe, expect, test } from 'vitest'
import { bob, ether } from '../../conformance/actors.js'
import { readBlock, readNonce, readTransaction } from '../../node/reads.js'
import { asking, listen, open } from './connect.js'

const payment = { to: bob, value: '0x1' }
const sign = [
  'personal_sign',
  ['0x01', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
] as const
const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/)

/** A connected wallet with money. */
function connected(profile?: Parameters<typeof open>[0]) {
  const opened = open({ balance: ether, ...profile })
  opened.wallet.connect()
  const send = (fields: object = {}) =>
    opened.ask('eth_sendTransaction', [{ ...payment, ...fields }])
  return { ...opened, send }
}

/** What a promise has become so far: `'open'` if it has not settled. */
const soFar = async (promise: Promise<unknown>) => {
  for (let turn = 0; turn < 50; turn++) await undefined
  return Promise.race([promise, Promise.resolve('open')])
}

const order = (profile: 'queue' | 'stack' | 'one') => ({
  profile: { name: 'Test', prompts: profile },
})

describe('ignore', () => {
  test('default: the prompt stays open, and so does the request', async () => {
    const { wallet, send, node } = connected()
    wallet.ignore()
    const sent = send()
    expect(await soFar(sent)).toBe('open')
    expect(await send()).toMatch(/^0x/)
    expect(wallet.prompts.map(({ state }) => state)).toEqual([
      'ignored',
      'approved',
    ])
    node.dispose()
    expect(await sent).toMatchObject({ code: 4900 })
  })

  test('options: it opens again with the next prompt', async () => {
    const { wallet, ask, send } = connected()
    wallet.ignore({ opensAgain: true })
    void send()
    expect(await ask(...sign)).toEqual(signature)
    expect(wallet.prompts.map(({ method, state }) => [method, state])).toEqual([
      ['eth_sendTransaction', 'ignored'],
      ['personal_sign', 'approved'],
      ['eth_sendTransaction', 'approved'],
    ])
  })

  test('error: an option that it does not have', () => {
    const { wallet } = connected()
    expect(() => wallet.ignore({ opensAgain: 1 as never })).toThrow(
      /wallet.ignore.*"opensAgain" is 1/,
    )
  })
})

describe('edit', () => {
  test('default: nonce, fees and amount are the user’s', async () => {
    const { wallet, node, send } = connected()
    wallet.edit({
      nonce: 0,
      maxFeePerGas: 9_000_000_000n,
      maxPriorityFeePerGas: 3n,
      gas: 50_000n,
      value: 7n,
    })
    const hash = (await send({ gasPrice: '0x3b9aca00' })) as `0x${string}`
    node.nextBeat()
    expect(await readTransaction(node, hash)).toMatchObject({
      nonce: '0x0',
      maxFeePerGas: '0x218711a00',
      maxPriorityFeePerGas: '0x3',
      gas: '0xc350',
      value: '0x7',
    })
  })

  test('behavior: a held prompt is released with changes', async () => {
    const { wallet, node, send } = connected()
    const hold = wallet.hold()
    const sent = send()
    await hold.arrived
    hold.release({ value: 5n })
    const hash = (await sent) as `0x${string}`
    node.nextBeat()
    expect(await readTransaction(node, hash)).toMatchObject({ value: '0x5' })
  })

  test('error: a field that no transaction has', () => {
    const { wallet } = connected()
    expect(() => wallet.edit({ nonsense: 1 } as never)).toThrow(
      /wallet.edit.*nonsense/,
    )
  })
})

describe('approveTwice', () => {
  test('default: two transactions, of which the page learns one', async () => {
    const { wallet, node, send } = connected()
    wallet.approveTwice()
    const hash = await send()
    node.nextBlock()
    const { transactions } = await readBlock(node, 'latest')
    expect(transactions).toHaveLength(2)
    expect(transactions[0]?.hash).toBe(hash)
    await send()
    node.nextBlock()
    expect(await readNonce(node, wallet.account)).toBe(3)
  })

  test('behavior: a second click that fails leaves the first', async () => {
    const { wallet, send } = connected()
    wallet.approveTwice()
    expect(
      await send({ value: `0x${(ether - 10n ** 15n).toString(16)}` }),
    ).toMatch(/^0x/)
  })
  test('behavior: a prompt that is held is approved twice in the end', async () => {
    const { wallet, node, send } = connected()
    wallet.approveTwice()
    const hold = wallet.hold()
    const sent = send()
    expect((await hold.arrived).method).toBe('eth_sendTransaction')
    expect(await readNonce(node, wallet.account, 'pending')).toBe(0)
    hold.release({ gas: 50_000n })
    await sent
    node.nextBlock()
    const { transactions } = await readBlock(node, 'latest')
    expect(transactions.map(({ gas }: { gas: string }) => gas)).toEqual([
      '0xc350',
      '0xc350',
    ])
  })

  test('behavior: a prompt that is held and then rejected sends nothing', async () => {
    const { wallet, node, send } = connected()
    wallet.approveTwice()
    const hold = wallet.hold()
    const sent = send()
    await hold.arrived
    hold.reject()
    expect(await sent).toMatchObject({ code: 4001 })
    node.nextBlock()
    expect(await readNonce(node, wallet.account)).toBe(0)
  })

  test('behavior: an edit applies to both, a rejection to the next prompt', async () => {
    const { wallet, node, send } = connected()
    wallet.approveTwice()
    wallet.reject()
    wallet.edit({ gas: 50_000n })
    await send()
    expect(await send()).toMatchObject({ code: 4001 })
    node.nextBlock()
    expect(await readNonce(node, wallet.account)).toBe(2)
  })

  test('behavior: what passes a prompt first passes this one', async () => {
    const { wallet, send } = connected()
    wallet.approveTwice()
    wallet.reject({ skip: 1 })
    await send()
    expect(await send()).toMatchObject({ code: 4001 })
  })
})

describe('interrupt', () => {
  test('default: what was asked before is for the account and chain of then', async () => {
    const [node, other] = [createMockNode(), createMockNode({ chainId: 10 })]
    const wallet = createWallet([node, other], { balance: ether })
    const ask = asking(wallet)
    wallet.connect()
    const told = listen(wallet)
    const [first, second] = wallet.accounts as [`0x${string}`, `0x${string}`]
    wallet.interrupt(() => {
      wallet.switchAccount(second)
      wallet.switchChain(10)
    })
    await ask('eth_sendTransaction', [{ ...payment, from: first }])
    node.nextBeat()
    expect(told.slice(0, 2)).toEqual([
      ['accountsChanged', [second]],
      ['chainChanged', '0xa'],
    ])
    expect(await readNonce(node, first, 'pending')).toBe(1)
    expect(await readNonce(other, first, 'pending')).toBe(0)
  })

  test('error: no function', () => {
    const { wallet } = connected()
    expect(() => wallet.interrupt(1 as never)).toThrow(/wallet.interrupt/)
  })
})

describe('lock', () => {
  test('default: no account until it is unlocked', async () => {
    const { wallet, ask, told } = connected()
    wallet.lock()
    expect([wallet.isLocked, await ask('eth_accounts')]).toEqual([true, []])
    expect(await ask(...sign)).toMatchObject({
      code: 4100,
      message: expect.stringContaining('locked'),
    })
    wallet.unlock()
    expect(await ask('eth_accounts')).toEqual([wallet.account])
    expect(
      told.filter((one) => (one as [string])[0] === 'accountsChanged'),
    ).toEqual([
      ['accountsChanged', [wallet.account]],
      ['accountsChanged', []],
      ['accountsChanged', [wallet.account]],
    ])
  })

  test('behavior: a request to connect prompts, and unlocks', async () => {
    const { wallet, ask } = connected()
    wallet.lock()
    wallet.reject()
    expect(await ask('eth_requestAccounts')).toMatchObject({ code: 4001 })
    expect(await ask('eth_requestAccounts')).toEqual([wallet.account])
    expect(wallet.isLocked).toBe(false)
  })
})

describe('reload', () => {
  test('default: listeners are gone, the permission is kept', async () => {
    const { wallet, ask, told } = connected()
    const before = told.length
    wallet.reload()
    wallet.switchAccount(wallet.accounts[1] as `0x${string}`)
    expect(told.length).toBe(before)
    expect(await ask('eth_accounts')).toEqual([wallet.account])
  })

  test('options: of a wallet that forgets, it is not', async () => {
    const { wallet, ask } = connected({
      profile: { name: 'Test', permissions: 'forgotten' },
    })
    wallet.reload()
    expect(await ask('eth_accounts')).toEqual([])
  })
})

describe('prompts', () => {
  test('queue: the oldest first, so an ignored one blocks the rest', async () => {
    const { wallet, ask, node } = connected(order('queue'))
    const hold = wallet.hold()
    const first = ask(...sign)
    await hold.arrived
    const second = ask(...sign)
    expect(await soFar(second)).toBe('open')
    hold.release()
    expect(await Promise.all([first, second])).toEqual([signature, signature])
    wallet.ignore()
    void ask(...sign)
    const stuck = ask(...sign)
    expect(await soFar(stuck)).toBe('open')
    node.dispose()
    expect(await stuck).toMatchObject({ code: 4900 })
  })

  test('stack: the newest first', async () => {
    const { wallet, ask } = connected(order('stack'))
    const older = wallet.hold()
    const first = ask(...sign)
    await older.arrived
    const newer = wallet.hold()
    const second = ask(...sign)
    await newer.arrived
    older.release()
    expect(await soFar(first)).toBe('open')
    newer.reject()
    expect(await second).toMatchObject({ code: 4001 })
    expect(await first).toEqual(signature)
  })

  test('one: the second is refused', async () => {
    const { wallet, ask } = connected(order('one'))
    const hold = wallet.hold()
    const first = ask(...sign)
    await hold.arrived
    expect(await ask(...sign)).toMatchObject({ code: -32002 })
    hold.release()
    expect(await first).toEqual(signature)
    expect(await ask(...sign)).toEqual(signature)
  })
})
