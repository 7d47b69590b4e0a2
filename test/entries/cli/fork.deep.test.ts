import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import { createLive } from '../fork/live.js'
import { type Message, openProxy } from '../fork/openProxy.js'
import { alice, bob, counter, word } from '../fork/sample.js'
import { play } from './play.js'
import { folderOf } from './readFork.js'

/** Counts as often as it is told to, one transaction upon the other. */
const program = `
import { readFileSync } from 'node:fs'
import { createMockNode, evm, parseFork } from './preseal.mjs'

const [file, times, ...read] = process.argv.slice(2)
const fork = parseFork(readFileSync(file, 'utf8'))
const node = createMockNode({ fork, engine: evm() })
for (let n = 0; n < Number(times); n++)
  node.preconfirm({ from: '${alice}', to: '${counter}', data: '0x0' + n })
node.nextBlock()
for (const address of read)
  await node.provider.request({
    method: 'eth_getBalance',
    params: [address, 'latest'],
  })
console.log(await node.provider.request({
  method: 'eth_call',
  params: [{ to: '${counter}' }, 'latest'],
}))
`

const secret = 'a1b2c3d4e5f60718'

/** An endpoint, and a command line that records what the program reads of it. */
async function open(meddling?: Parameters<typeof openProxy>[1]) {
  const proxy = await openProxy(createLive(), meddling)
  const from = `http://${proxy.host}/v2/${secret}`
  const path = await folderOf({ 'program.mjs': program })
  const file = path('fork.json')
  const fork = (...args: string[]) =>
    play('fork', '--from', from, '-o', file, ...args)
  const reader = (times: number, ...read: string[]) => [
    ...['--', process.execPath, path('program.mjs'), file, `${times}`],
    ...read,
  ]
  const recorded = () => parseFork(readFileSync(file, 'utf8')).record
  return { ...proxy, file, fork, reader, recorded }
}

const isState = ({ method }: Message) =>
  /^eth_get(Code|Balance|StorageAt)/.test(method)

describe('preseal fork', () => {
  test('default: the command runs until nothing is missing', async () => {
    const { host, file, fork, reader, recorded } = await open()
    const { code, stdout, stderr } = await fork(...reader(3)).ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(
      stderr
        .replaceAll(/\d+ (?=bytes|requests)/g, '# ')
        .replace(file, 'fork.json'),
    ).toMatchInlineSnapshot(`
      "Run 1: 2 missing, now 3 accounts and 1 slot after # requests.
      Run 2: 0 missing, now 3 accounts and 1 slot after # requests.
      fork.json: block 3 of chain 8453, # bytes.
      0x000000000000000000000000000000000000000000000000000000000000002c
      "
    `)
    expect(recorded().storage).toEqual({ [counter]: { [word(0)]: word(41) } })
    const text = readFileSync(file, 'utf8')
    expect(text + stderr).not.toContain(secret)
    expect(text).not.toContain(host)
  })

  test('behavior: however transactions build on one another, two runs do', async () => {
    const { fork, reader } = await open()
    const { stderr } = await fork(...reader(9, bob)).ended
    expect(stderr.match(/^Run \d+/gm)).toEqual(['Run 1', 'Run 2'])
  })

  test('behavior: two recordings are equal', async () => {
    const { file, fork, reader } = await open()
    await fork(...reader(2)).ended
    const once = readFileSync(file, 'utf8')
    rmSync(file)
    await fork(...reader(2)).ended
    expect(readFileSync(file, 'utf8')).toBe(once)
  })

  test('behavior: what is recorded already is asked for no more', async () => {
    const { asked, fork, reader, recorded } = await open()
    await fork(...reader(1)).ended
    const before = asked.length
    expect((await fork(...reader(1, bob)).ended).code).toBe(0)
    const again = asked.slice(before).filter(isState)
    expect(again.map(({ params }) => params[0])).toEqual([
      `0x${'0'.repeat(40)}`,
      bob,
      bob,
    ])
    expect(recorded().accounts).toHaveProperty(bob)
  })

  test('behavior: an interrupted recording keeps what it fetched', async () => {
    let isSlow = true
    const { asked, fork, reader, recorded } = await open({
      http: (_, messages) => isSlow && messages.some(isOf(bob)),
    })
    const { ended, interrupt } = fork(...reader(1, bob))
    while (!asked.some(isOf(bob)))
      await new Promise((resolve) => setTimeout(resolve, 5))
    await interrupt()
    expect((await ended).code).toBe(1)
    expect(recorded().storage).toHaveProperty(counter)
    isSlow = false
    const before = asked.length
    expect((await fork(...reader(1, bob)).ended).code).toBe(0)
    expect(asked.slice(before).some(isOf(counter))).toBe(false)
  })

  test('options: --prune forgets what was not read', async () => {
    const { fork, reader, recorded } = await open()
    await fork(...reader(1, bob)).ended
    expect(recorded().accounts).toHaveProperty(bob)
    expect((await fork('--prune', ...reader(1)).ended).code).toBe(0)
    expect(recorded().accounts).not.toHaveProperty(bob)
    expect(recorded().storage).toHaveProperty(counter)
  })

  test('options: --block takes an earlier one', async () => {
    const { fork, reader, recorded } = await open()
    await fork('--block', '1', ...reader(1)).ended
    expect(recorded().block).toMatchObject({ number: '0x1' })
  })

  test('error: --block replaced the record of another block', async () => {
    const { fork, reader, recorded } = await open()
    expect((await fork(...reader(1)).ended).code).toBe(0)
    const before = recorded()
    const { code, stderr } = await fork('--block', '1', ...reader(1)).ended
    expect(code).toBe(2)
    expect(stderr).toContain(
      'fork.json is the record of block 3, and "--block" is 1. Give "--replace" to record that block in its place, or another file with "-o".',
    )
    expect(recorded()).toEqual(before)
    expect((await fork('--block', '3', ...reader(1)).ended).code).toBe(0)
    expect(recorded()).toEqual(before)
  })

  test('options: --replace records a file anew', async () => {
    const { fork, reader, recorded } = await open()
    await fork(...reader(1, bob)).ended
    await fork('--replace', '--block', '1', ...reader(1)).ended
    expect(recorded().block).toMatchObject({ number: '0x1' })
    expect(recorded().accounts).not.toHaveProperty(bob)
  })

  test('options: --quiet prints nothing', async () => {
    const { fork, reader } = await open()
    expect(await fork('--quiet', ...reader(1)).ended).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  test('error: the command fails though nothing is missing', async () => {
    const { fork } = await open()
    const { code, stderr } = await fork(
      ...['--', process.execPath, '-e', 'console.log("Why"); process.exit(3)'],
    ).ended
    expect(code).toBe(1)
    expect(stderr).toContain('Why')
    expect(stderr).toContain('ended with code 3, though the record lacks')
  })

  test('error: a command that there is none of', async () => {
    const { fork } = await open()
    const { code, stderr } = await fork('--', './no-such-program').ended
    expect(code).toBe(1)
    expect(stderr).toContain('"./no-such-program" did not run')
  })

  test('error: what the endpoint refuses ends the command', async () => {
    const { fork, reader } = await open({
      rpc: (message) =>
        isOf(counter)(message)
          ? { code: -32000, message: 'missing trie node 5f2a' }
          : undefined,
    })
    const { code, stderr } = await fork(...reader(1)).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^preseal: The endpoint has no state of block 3 any/)
    expect(stderr).not.toContain(secret)
  })

  test('error: a file that was cut off is not written over', async () => {
    const { file, fork, reader } = await open()
    await fork(...reader(1)).ended
    const text = readFileSync(file, 'utf8').slice(0, 900)
    writeFileSync(file, text)
    const { code, stderr } = await fork(...reader(1)).ended
    expect(code).toBe(2)
    expect(stderr).toMatch(/Cannot continue with .*line \d+, column \d+/)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

describe('preseal fork --check', () => {
  test('default: says what the state root proves', async () => {
    const { file, fork, reader } = await open()
    await fork(...reader(1, bob)).ended
    const { code, stdout } = await fork('--check').ended
    expect(code).toBe(0)
    expect(stdout.replace(file, 'fork.json')).toMatchInlineSnapshot(`
      "fork.json: 4 accounts and 1 slot match the state root of block 3.
      "
    `)
  })

  test.each([
    ['a slot', word(41), word(40), 'storage slot'],
    ['a balance', '"balance": "1"', '"balance": "2"', 'account 0x'],
  ])('error: %s that was edited', async (_, from, to, shown) => {
    const { file, fork, reader } = await open()
    await fork(...reader(1, bob)).ended
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(file, text.replace(from, to))
    const { code, stderr } = await fork('--check').ended
    expect(code).toBe(2)
    expect(stderr).toContain('does not match the state root of block 3')
    expect(stderr).toContain(shown)
  })

  test('error: an endpoint that serves no proofs', async () => {
    const { fork, reader } = await open({
      rpc: ({ method }) =>
        method === 'eth_getProof'
          ? { code: -32601, message: 'the method does not exist' }
          : undefined,
    })
    await fork(...reader(1)).ended
    const { code, stderr } = await fork('--check').ended
    expect(code).toBe(1)
    expect(stderr).toContain('The endpoint does not answer eth_getProof')
  })

  test('error: there is no such file', async () => {
    const { file, fork } = await open()
    expect((await fork('--check').ended).code).toBe(2)
    expect(existsSync(file)).toBe(false)
  })
})

function isOf(address: string) {
  return (message: Message) => isState(message) && message.params[0] === address
}
