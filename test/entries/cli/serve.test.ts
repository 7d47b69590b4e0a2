import { writeFileSync } from 'node:fs'
import {
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  keccak256,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  type TransactionSerialized,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../conformance/actors.js'
import { keys } from '../../writes/wallets.js'
import { open } from '../server/open.js'
import { call, openSocket, post } from '../server/rawSocket.js'
import { play } from './play.js'
import { scratchFile } from './scratchFile.js'

const address = /http:\/\/127\.0\.0\.1:\d+/
const shared = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const anyPort = ['--port', '0']

const scenario = {
  version: 1,
  chainId: 7,
  accounts: { [alice]: { balance: '5' } },
}

function fileOf(content: unknown): string {
  const file = scratchFile()
  writeFileSync(
    file,
    typeof content === 'string' ? content : JSON.stringify(content),
  )
  return file
}

async function ask(
  url: string,
  method: string,
  params: unknown[] = [],
  headers: { [name: string]: string } = {},
) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: call(method, params),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number }
  }
  return error === undefined ? result : error.code
}

describe('preseal serve', () => {
  test('default: plays a scenario until it is interrupted', async () => {
    const rhythm = { preconfirmationTime: 50, blockTime: 100 }
    const file = fileOf({ ...scenario, ...rhythm })
    const { until, interrupt } = play('serve', file, ...anyPort)
    const url = await until(address)
    expect(await ask(url, 'eth_chainId')).toBe('0x7')
    expect(await ask(url, 'eth_getBalance', [alice, 'latest'])).toBe('0x5')
    expect(await ask(url, 'preseal_nextBeat')).toBe(-32601)
    // No terminal: no beats, but what is sealed.
    await until(/\nsealed .*\n/)
    const { code, stdout, stderr } = await interrupt()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `preseal listens on ${url}, chain 7`,
      '             block  index   txs         gas  hash',
      // On a slow machine blocks are sealed before it listens.
      expect.stringMatching(/^sealed[ \d]{11}\d {12}0 {11}0 {2}0x[0-9a-f]{8}$/),
    ])
  })

  test('options: --wallet', async () => {
    const origin = 'http://localhost:5173'
    const { until, interrupt } = play(
      ...['serve', '--wallet', origin, '--control', ...anyPort],
    )
    const url = await until(address)
    const script = await (await fetch(`${url}/wallet.js`)).text()
    const [, token] = /"token":"(\w+)"/.exec(script) ?? []
    const asked = (method: string) =>
      fetch(`${url}/wallet`, {
        method: 'POST',
        headers: { origin, authorization: `Bearer ${token}` },
        body: JSON.stringify({ request: { method } }),
      }).then((response) => response.json())
    expect(await asked('eth_requestAccounts')).toEqual({ result: [shared] })
    const user = (body: object) =>
      fetch(`${url}/wallet/control`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
    await user({ method: 'disconnect' })
    await user({ method: 'reject' })
    expect(await asked('eth_requestAccounts')).toMatchObject({
      error: { code: 4001 },
    })
    const { stdout } = await interrupt()
    expect(stdout).toContain(`the wallet's script is ${url}/wallet.js`)
  })

  test('error: --wallet is no origin', async () => {
    const { until } = play('serve', '--wallet', 'localhost', ...anyPort)
    await expect(until(address)).rejects.toThrow()
  })

  test('behavior: it ends whatever clients wait for', async () => {
    const faults = [{ type: 'hold' }]
    const file = fileOf({ ...scenario, faults })
    const { until, interrupt } = play('serve', file, '--quiet', ...anyPort)
    const socket = await openSocket(await until(address))
    socket.say(post(call('eth_chainId')), 'POST / HTTP/1.1\r\nHost')
    const { code, stderr } = await interrupt('SIGTERM')
    expect([code, stderr]).toEqual([0, ''])
    expect(await socket.end()).toBe('')
  })

  test('behavior: a step that fails is told, and the story goes on', async () => {
    const pay = { type: 'preconfirm', from: bob, to: alice, value: '1' }
    const file = fileOf({
      ...scenario,
      steps: [
        { at: 1, ...pay },
        { at: 2, type: 'setBalance', address: bob, value: '9' },
      ],
    })
    const { until, interrupt } = play('serve', file, ...anyPort)
    const url = await until(address)
    expect(await until(/.*\n/, 'stderr')).toMatch(
      /^preseal: steps\[0\] at 1 ms: Account .* holds 0 wei but/,
    )
    expect(await ask(url, 'eth_getBalance', [bob, 'latest'])).toBe('0x9')
    expect((await interrupt()).code).toBe(0)
  })

  test('options: --json, from stdin', async () => {
    const { stdin, until, interrupt } = play('serve', '-', '--json', ...anyPort)
    stdin.end(JSON.stringify(scenario))
    await until(/"type":"beat".*\n/)
    const { code, stdout } = await interrupt()
    const [ready, beat] = stdout
      .split('\n')
      .map((line) => line && JSON.parse(line))
    expect(code).toBe(0)
    expect(ready).toEqual({
      type: 'ready',
      url: expect.stringMatching(address),
      chainId: 7,
      control: false,
    })
    // The first since it listens, whichever that is on a slow machine.
    const { type, at, blockNumber, index } = beat
    expect(type).toBe('beat')
    expect(at).toBe((blockNumber - 1) * 2_000 + index * 200)
  })

  test('options: --quiet prints the address alone', async () => {
    const { until, interrupt } = play('serve', '--quiet', ...anyPort)
    const url = await until(address)
    expect(await ask(url, 'eth_chainId')).toBe('0x7a69')
    expect(await interrupt()).toEqual({
      code: 0,
      stdout: `${url}\n`,
      stderr: '',
    })
  })

  test('options: --control and --clock virtual, driven by a test client', async () => {
    const { until, interrupt } = play(
      ...['serve', '--control', '--clock', 'virtual', ...anyPort],
    )
    const url = await until(address)
    const client = createTestClient({ mode: 'anvil', transport: http(url) })
    await client.setBalance({ address: alice, value: 5n })
    await client.mine({ blocks: 3 })
    expect(await ask(url, 'eth_getBalance', [alice, 'latest'])).toBe('0x5')
    expect(await ask(url, 'eth_blockNumber')).toBe('0x3')
    expect((await interrupt()).stdout).toContain(
      ', driven by control methods\n',
    )
  })

  test('options: --accounts has the shared accounts, and signs for them', async () => {
    const file = fileOf({
      ...scenario,
      accounts: { [shared]: { balance: '5' } },
    })
    const { until } = play('serve', file, '--accounts', ...anyPort)
    const url = await until(address)
    const accounts = (await ask(url, 'eth_accounts')) as string[]
    expect(accounts).toHaveLength(10)
    expect(accounts[0]).toBe(shared)
    const balances = await Promise.all(
      accounts.map((one) => ask(url, 'eth_getBalance', [one, 'latest'])),
    )
    // What the scenario says of an account counts more.
    expect(balances).toEqual(['0x5', ...Array(9).fill('0x21e19e0c9bab2400000')])

    const account = accounts[1] as Hex
    const client = createWalletClient({ account, transport: http(url) })
    const message = 'hello'
    const signature = await client.signMessage({ message })
    expect(
      (await recoverMessageAddress({ message, signature })).toLowerCase(),
    ).toBe(account)
    const typed = {
      domain: { name: 'test' },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    } as const
    const typedSignature = await client.signTypedData(typed)
    expect(
      (
        await recoverTypedDataAddress({ ...typed, signature: typedSignature })
      ).toLowerCase(),
    ).toBe(account)
    const serializedTransaction = (await ask(url, 'eth_signTransaction', [
      { from: account, to: shared, value: '0x1', gas: '0x5208' },
    ])) as TransactionSerialized
    expect(
      (
        await recoverTransactionAddress({ serializedTransaction })
      ).toLowerCase(),
    ).toBe(account)
    expect(await ask(url, 'eth_sign', [alice, '0x00'])).toBe(4100)
  })

  test('options: --like hardhat has its 20 accounts, and signs for the last', async () => {
    const { until } = play('serve', '--like', 'hardhat', ...anyPort)
    const url = await until(address)
    const accounts = (await ask(url, 'eth_accounts')) as unknown as Hex[]
    expect(accounts).toHaveLength(20)
    const account = accounts[19] as Hex
    expect(account).toBe('0x8626f6940e2eb28930efb4cef49b2d1f2c9c1199')
    expect(await ask(url, 'eth_getBalance', [account, 'latest'])).toBe(
      '0x21e19e0c9bab2400000',
    )
    const client = createWalletClient({ account, transport: http(url) })
    const message = 'hello'
    const signature = await client.signMessage({ message })
    expect(
      (await recoverMessageAddress({ message, signature })).toLowerCase(),
    ).toBe(account)
  })

  test('personal_* of suites written for geth and ganache was not answered', async () => {
    const { until } = play('serve', '--like', 'geth', ...anyPort)
    const url = await until(address)
    const personal = (method: string, ...params: unknown[]) =>
      ask(url, `personal_${method}`, params)
    const created = (await personal('newAccount', 'secret')) as unknown as Hex
    // keccak-256 of "cow", without its prefix, as geth has raw keys.
    const key =
      'c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4'
    const imported = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
    expect(await personal('importRawKey', key, 'secret')).toBe(imported)
    expect(await personal('importRawKey', `0x${key}`, 'secret')).toBe(-32000)
    const accounts = (await ask(url, 'eth_accounts')) as unknown as Hex[]
    expect(accounts.slice(9)).toEqual([
      '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
      created,
      imported,
    ])
    expect(await personal('listAccounts')).toEqual(accounts)

    expect(await personal('unlockAccount', imported, 'secret', 9)).toBe(true)
    expect(await personal('unlockAccount', imported, 'wrong')).toBe(-32000)
    expect(await personal('unlockAccount', bob, 'secret')).toBe(-32000)
    expect(await personal('lockAccount', imported)).toBe(true)
    expect(await personal('lockAccount', bob)).toBe(false)

    const raw = '0x68656c6c6f'
    const signature = (await personal(
      'sign',
      raw,
      imported,
      'secret',
    )) as unknown as Hex
    const signer = await recoverMessageAddress({ message: { raw }, signature })
    expect(signer.toLowerCase()).toBe(imported)
    expect(await personal('ecRecover', raw, signature)).toBe(imported)

    const [from] = accounts
    const sent = { from, to: created, value: '0x7' }
    const hash = await personal('sendTransaction', sent, 'secret')
    expect(await ask(url, 'eth_getTransactionByHash', [hash])).toMatchObject({
      to: created,
    })
    expect(await ask(url, 'eth_getBalance', [created, 'latest'])).toBe('0x7')
    expect(await personal('sendTransaction', { from: bob }, '')).toBe(-32000)
  })

  test('default: no accounts, and nothing is signed', async () => {
    const { until } = play('serve', ...anyPort)
    const url = await until(address)
    expect(await ask(url, 'eth_accounts')).toEqual([])
    expect(await ask(url, 'eth_sign', [shared, '0x00'])).toBe(-32601)
    expect(await ask(url, 'eth_getBalance', [shared, 'latest'])).toBe('0x0')
    expect(await ask(url, 'eth_getCode', [deployer, 'latest'])).toBe('0x')
  })

  test('options: --engine runs bytecode, and the usual deployer', async () => {
    const { until } = play(
      ...['serve', '--engine', '--accounts', '--control', '--clock', 'virtual'],
      ...anyPort,
    )
    const url = await until(address)
    // Of the salt 0 and init code that returns one byte, a STOP.
    const data = `0x${'0'.repeat(64)}60015ff3`
    const to = deployer
    const created = await ask(url, 'eth_call', [{ from: shared, to, data }])
    await ask(url, 'eth_sendTransaction', [{ from: shared, to, data }])
    await ask(url, 'evm_mine')
    expect(created).toMatch(/^0x[0-9a-f]{40}$/)
    expect(await ask(url, 'eth_getCode', [created, 'latest'])).toBe('0x00')
  })

  test('options: --client-version', async () => {
    const version = 'HardhatNetwork/2.26.0'
    const { until } = play('serve', '--client-version', version, ...anyPort)
    const url = await until(address)
    expect(await ask(url, 'web3_clientVersion')).toBe(version)
  })

  test('options: --sealed-receipts has none of what is pending', async () => {
    const { until } = play(
      ...['serve', '--sealed-receipts', '--accounts', '--control'],
      ...['--clock', 'virtual', ...anyPort],
    )
    const url = await until(address)
    const payment = { from: shared, to: alice, value: '0x1' }
    const hash = await ask(url, 'eth_sendTransaction', [payment])
    await ask(url, 'preseal_nextBeat')
    expect(await ask(url, 'eth_getBalance', [alice, 'pending'])).toBe('0x1')
    expect(await ask(url, 'eth_getTransactionReceipt', [hash])).toBe(null)
    await ask(url, 'preseal_nextBlock')
    expect(await ask(url, 'eth_getTransactionReceipt', [hash])).toMatchObject({
      status: '0x1',
    })
  })

  test('options: --sealed-receipts returns none to who sends and waits', async () => {
    const { until } = play(
      ...['serve', '--sealed-receipts', '--accounts', '--control'],
      ...['--clock', 'virtual', ...anyPort],
    )
    const url = await until(address)
    const raw = await privateKeyToAccount(keys[0]).signTransaction({
      ...{ chainId: 31_337, to: alice, value: 1n, gas: 21_000n, nonce: 0 },
      ...{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n },
    })
    const sent = ask(url, 'eth_sendRawTransactionSync', [raw])
    await expect
      .poll(() => ask(url, 'eth_getTransactionByHash', [keccak256(raw)]))
      .toMatchObject({ value: '0x1' })
    await ask(url, 'preseal_nextBeat')
    await ask(url, 'preseal_nextBlock')
    const { blockHash } = (await sent) as { blockHash: string }
    expect(
      await ask(url, 'eth_getBlockByHash', [blockHash, false]),
    ).toMatchObject({
      number: '0x1',
    })
  })

  test('behavior: no page drives the node by methods of test clients', async () => {
    const { until } = play(
      ...['serve', '--accounts', '--control', '--clock', 'virtual', ...anyPort],
    )
    const url = await until(address)
    const methods: readonly [string, ...unknown[]][] = [
      ['hardhat_reset'],
      ['anvil_reset'],
      ['hardhat_metadata'],
      ['anvil_nodeInfo'],
      ['anvil_mine', 2, 60],
      ['evm_mine', 1_999_999_999],
      ['evm_setNextBlockTimestamp', 1_999_999_999],
      ['evm_setBlockGasLimit', '0x1312d00'],
      ['hardhat_setCoinbase', alice],
      ['anvil_setNextBlockBaseFeePerGas', '0x1'],
      ['hardhat_setPrevRandao', `0x${'7'.repeat(64)}`],
    ]
    const pending = () => ask(url, 'eth_getBlockByNumber', ['pending', false])
    const before = await pending()
    for (const [method, ...params] of methods)
      for (const headers of [{ origin: 'http://a.test' }, { origin: url }])
        expect(await ask(url, method, params, headers)).toBe(-32601)
    expect(await pending()).toEqual(before)
    for (const [method, ...params] of methods)
      expect(await ask(url, method, params)).not.toEqual(expect.any(Number))
    expect(await pending()).not.toEqual(before)
  })

  test('error: a port that is taken', async () => {
    const { url } = await open()
    const { port } = new URL(url)
    expect(await play('serve', '--port', port).ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `preseal: Port ${port} of 127.0.0.1 is taken. Stop what listens there, or take another port, or 0 for any free one.\n`,
    })
  })

  test('error: a scenario that is wrong, or is not there', async () => {
    const file = fileOf('{\n  "version": 1,\n  "chainId": -1\n}')
    const [wrong, missing] = await Promise.all([
      play('serve', file).ended,
      play('serve', `${file}.none`).ended,
    ])
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(
      /^preseal: .*scenario\.json: Invalid scenario: "chainId" \(line 3, column 3\) is -1, .*\n$/,
    )
    expect(missing).toEqual({
      code: 1,
      stdout: '',
      stderr: `preseal: Cannot read ${file}.none: ENOENT.\n`,
    })
  })
})

describe('--like', () => {
  test.each(['anvil', 'hardhat', 'hardhat2', 'geth'])(
    'behavior: %s mines each transaction, and is driven by its methods',
    async (like) => {
      const { until, interrupt } = play('serve', '--like', like, ...anyPort)
      const url = await until(address)
      const [from] = (await ask(url, 'eth_accounts')) as unknown as Hex[]
      const hash = await ask(url, 'eth_sendTransaction', [
        { from, to: bob, value: '0x1' },
      ])
      expect(await ask(url, 'eth_getTransactionReceipt', [hash])).toMatchObject(
        { blockNumber: '0x1', status: '0x1' },
      )
      expect(
        await ask(url, 'eth_call', [{ to: bob, data: '0xcafebabe' }]),
      ).toBe('0x')
      expect(await ask(url, 'evm_setAutomine', [false])).toBe(
        like.startsWith('hardhat') ? true : null,
      )
      await ask(url, 'eth_sendTransaction', [{ from, to: bob, value: '0x1' }])
      expect(await ask(url, 'eth_blockNumber')).toBe('0x1')
      await ask(url, 'evm_mine')
      expect(await ask(url, 'eth_blockNumber')).toBe('0x2')
      await interrupt()
    },
  )

  test('behavior: a page cannot drive it, nor a host that is not loopback', async () => {
    const { until, interrupt } = play('serve', '--like', 'anvil', ...anyPort)
    const url = await until(address)
    const body = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'evm_mine' })
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        origin: 'https://page.example',
        'content-type': 'application/json',
      },
      body,
    })
    expect(await response.json()).toMatchObject({ error: { code: -32601 } })
    await interrupt()
    const open = play('serve', '--like', 'anvil', '--hostname', '0.0.0.0')
    expect(await open.ended).toMatchObject({ code: 2 })
  })

  test('options: what a suite passes to anvil is read as anvil reads it', async () => {
    const { until } = play(
      ...['serve', '--like', 'anvil', '--chain-id', '1', '--no-mining'],
      ...['--hardfork', 'Prague', '-a', '2', '--balance', '7'],
      ...['--base-fee', '5', '--gas-limit', '1000000', '--timestamp', '9'],
      ...['--code-size-limit', '9000', '--host', '127.0.0.1', ...anyPort],
    )
    const url = await until(address)
    // What starts anvil for a suite, such as prool, waits for this.
    await until(/\nListening on 127\.0\.0\.1:\d+\n/)
    const accounts = (await ask(url, 'eth_accounts')) as unknown as Hex[]
    expect(accounts).toEqual([
      shared,
      '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    ])
    expect(await ask(url, 'eth_chainId')).toBe('0x1')
    expect(await ask(url, 'eth_getBalance', [shared, 'latest'])).toBe(
      '0x6124fee993bc0000',
    )
    expect(
      await ask(url, 'eth_getBlockByNumber', ['latest', false]),
    ).toMatchObject({
      baseFeePerGas: '0x5',
      gasLimit: '0xf4240',
      timestamp: '0x9',
    })
    await ask(url, 'eth_sendTransaction', [{ from: shared, to: bob }])
    expect(await ask(url, 'eth_blockNumber')).toBe('0x0')
    await ask(url, 'evm_mine')
    expect(await ask(url, 'eth_blockNumber')).toBe('0x1')
  })

  test('regression: --accounts 3 was read as a scenario', async () => {
    const { until } = play(
      ...['serve', '--like', 'hardhat2', '--accounts', '3', ...anyPort],
    )
    const url = await until(address)
    expect(await ask(url, 'eth_accounts')).toHaveLength(3)
  })

  test('regression: of several wrong options, the first alone was named', async () => {
    const { ended } = play(
      ...['serve', '--like', 'anvil', '--chain-id', 'one', '--accounts', '21'],
      ...['--clock', 'wall', '--port', 'x', 'a.json', 'b.json'],
    )
    const { code, stderr } = (await ended) as { code: number; stderr: string }
    expect(code).toBe(2)
    for (const name of ['--chain-id', '--accounts', '--clock', '--port'])
      expect.soft(stderr).toContain(`Option "${name}" is "`)
    expect(stderr).toContain('"b.json" is a second one')
  })

  test('options: anvil seals every --block-time', async () => {
    const { until } = play(
      ...['serve', '--like', 'anvil', '--block-time', '0.1', ...anyPort],
    )
    await until(/\nsealed +2 /)
  })

  test.each([
    [['--accounts', '21'], '"21", expected 20 or fewer'],
    [['--block-time', '1s'], '"1s", expected seconds'],
    [['--hardfork', 'london'], '"london", expected latest, cancun'],
    [['--chain-id', 'one'], '"one", expected a whole number'],
    [['--fork-url', 'http://x'], '"--fork-url" is unknown'],
  ])('error: %j', async (given, words) => {
    const { ended } = play('serve', '--like', 'anvil', ...given, ...anyPort)
    expect(await ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(words),
    })
  })

  test('error: a node that is not known', async () => {
    expect(await play('serve', '--like', 'parity').ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'expected anvil, hardhat, hardhat2, geth',
      ),
    })
  })
})
