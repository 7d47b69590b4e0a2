import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, http } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { alice, bob } from '../../conformance/actors.js'
import { open } from '../server/open.js'
import { call, openSocket, post } from '../server/rawSocket.js'
import { play } from './play.js'
import { start } from './start.js'

const address = /http:\/\/127\.0\.0\.1:\d+/
const anyPort = ['--port', '0']

const scenario = {
  version: 1,
  chainId: 7,
  accounts: { [alice]: { balance: '5' } },
}

function fileOf(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'preseal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'scenario.json')
  writeFileSync(
    file,
    typeof content === 'string' ? content : JSON.stringify(content),
  )
  return file
}

async function ask(url: string, method: string, params: unknown[] = []) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: call(method, params),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number }
  }
  return error === undefined ? result : error.code
}

describe('preseal serve', () => {
  test('behavior: a reader that has stopped reading does not keep it', async () => {
    const { until, child } = await start(
      ...['serve', ...anyPort, '--json', '--control', '--clock', 'virtual'],
    )
    const [url] = address.exec(await until(/.*\n/)) as unknown as [string]
    child.stdout.pause()
    await ask(url, 'preseal_nextBlock', [600])
    const exit = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

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
      expect.stringMatching(/^sealed {11}1 {12}0 {11}0 {2}0x[0-9a-f]{8}$/),
    ])
  })

  test('behavior: it ends whatever clients wait for', async () => {
    const faults = [{ type: 'hold' }]
    const file = fileOf({ ...scenario, faults })
    const { until, interrupt } = await start(
      'serve',
      file,
      '--quiet',
      ...anyPort,
    )
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
    expect(beat).toMatchObject({ type: 'beat', blockNumber: 1, index: 1 })
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
    expect((await interrupt()).stdout).toContain(', driven by control verbs\n')
  })

  test('behavior: it ends quietly when nobody reads its output', async () => {
    const { child, ended, until } = await start('serve', '--json', ...anyPort)
    await until(address)
    child.stdout.destroy()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
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
