import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient } from 'viem'
import { ipc } from 'viem/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { splitTexts } from '../../../src/entries/server/serveIpc.js'
import { eventually, open } from './open.js'
import { call } from './rawSocket.js'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'preseal-')), 'node.ipc')

/** A connection at the path, and what has come on it. */
function dial(path: string) {
  const socket = connect(path).setEncoding('utf8')
  const told: string[] = []
  let isOver = false
  socket.on('data', (text) => told.push(...`${text}`.trim().split('\n')))
  socket.on('close', () => {
    isOver = true
  })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return { socket, told, isOver: () => isOver }
}

describe('ipc', () => {
  test('default: viem reads and subscribes at the path', async () => {
    const path = newPath()
    const { node } = await open({}, { ipc: path })
    const transport = ipc(path, { retryCount: 0 })
    const client = createPublicClient({ transport })
    expect(await client.getChainId()).toBe(31_337)
    const numbers: unknown[] = []
    const { unsubscribe } = await client.transport.subscribe({
      params: ['newHeads'],
      onData: ({ result }: { result: { number: string } }) =>
        numbers.push(result.number),
    } as never)
    node.nextBlock(2)
    await eventually(() => numbers.length === 2)
    expect(numbers).toEqual(['0x1', '0x2'])
    await unsubscribe()
    const client_ = await client.transport.getRpcClient()
    client_.close()
  })

  test('behavior: control methods need the option control', async () => {
    for (const control of [false, true]) {
      const path = newPath()
      await open({}, { ipc: path, control })
      const { socket, told } = dial(path)
      socket.write(call('evm_mine', []))
      await eventually(() => told.length === 1)
      expect(JSON.parse(told[0] as string)).toMatchObject(
        control ? { result: '0x0' } : { error: { code: -32601 } },
      )
    }
  })

  test('behavior: several texts in one write, and one in several', async () => {
    const path = newPath()
    await open({}, { ipc: path })
    const { socket, told } = dial(path)
    const text = call('eth_chainId', [])
    socket.write(`${text}${text}\n[${text}]${text.slice(0, 9)}`)
    await eventually(() => told.length === 3)
    socket.write(text.slice(9))
    await eventually(() => told.length === 4)
    expect(told.map((one) => JSON.parse(one))).toEqual(
      [0, 0, 1, 0].map((isBatch) => {
        const answer = { jsonrpc: '2.0', id: 1, result: '0x7a69' }
        return isBatch
          ? [expect.objectContaining(answer)]
          : expect.objectContaining(answer)
      }),
    )
  })

  test('regression: the file of a killed process kept a node from listening', async () => {
    const path = newPath()
    writeFileSync(path, '')
    const { server } = await open({}, { ipc: path })
    await expect(open({}, { ipc: path })).rejects.toThrow(
      `The path ${path} is taken.`,
    )
    const { isOver } = dial(path)
    await server.close()
    await eventually(isOver)
    expect(existsSync(path)).toBe(false)
  })

  test('error: a path at which nothing can be', async () => {
    await expect(open({}, { ipc: '/none/here.ipc' })).rejects.toMatchObject({
      name: 'EnvironmentError',
      message: expect.stringContaining('/none/here.ipc'),
    })
    await expect(open({}, { ipc: '' })).rejects.toThrow('the path of a file')
  })
})

describe('splitTexts', () => {
  test.each([
    [
      ['{"a":"}"}', '{"b":1}'],
      ['{"a":"}"}', '{"b":1}'],
    ],
    [['{"a":"\\"}"', '}'], ['{"a":"\\"}"}']],
    [['{"a":"\\', '"}"', '}'], ['{"a":"\\"}"}']],
    [['{"a":"\\\\"}'], ['{"a":"\\\\"}']],
    [
      ['[{}', ',{}]{}'],
      ['[{},{}]', '{}'],
    ],
    [
      ['x\n', '}'],
      ['x\n', '}'],
    ],
    [['"unended'], []],
  ])('%j', (chunks, texts) => {
    const split = splitTexts()
    expect(chunks.flatMap((chunk) => split(chunk))).toEqual(texts)
  })

  test('a text without an end is given up', () => {
    expect(splitTexts()(`{${' '.repeat(5 * 2 ** 20)}`)).toBe(undefined)
  })
})
