import { readFileSync, writeFileSync } from 'node:fs'
import { parseScenario } from 'preseal'
import { describe, expect, test } from 'vitest'
import { open } from '../server/open.js'
import { call, openSocket, post } from '../server/rawSocket.js'
import { scratchFile } from './scratchFile.js'
import { start } from './start.js'

const address = /http:\/\/127\.0\.0\.1:\d+/
const anyPort = ['--port', '0']

describe('preseal serve', () => {
  test('behavior: a reader that has stopped reading does not keep it', async () => {
    const { until, child } = await start(
      ...['serve', ...anyPort, '--json', '--control', '--clock', 'virtual'],
    )
    const [url] = address.exec(await until(/.*\n/)) as unknown as [string]
    child.stdout.pause()
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: call('preseal_nextBlock', [600]),
    })
    const exit = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  test('behavior: it ends whatever clients wait for', async () => {
    const file = scratchFile()
    writeFileSync(file, '{ "version": 1, "faults": [{ "type": "hold" }] }')
    const { until, interrupt } = await start(
      ...['serve', file, '--quiet', ...anyPort],
    )
    const socket = await openSocket(await until(address))
    socket.say(post(call('eth_chainId')), 'POST / HTTP/1.1\r\nHost')
    const { code, stderr } = await interrupt('SIGTERM')
    expect([code, stderr]).toEqual([0, ''])
    expect(await socket.end()).toBe('')
  })

  test('behavior: it ends quietly when nobody reads its output', async () => {
    const { child, ended, until } = await start('serve', '--json', ...anyPort)
    await until(address)
    child.stdout.destroy()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('preseal record', () => {
  test('behavior: SIGINT writes what there is', async () => {
    const { node, url } = await open()
    const file = scratchFile()
    const { interrupt } = await start(
      ...['record', url, '--for', '5m', '--every', '10ms', '-o', file],
    )
    await new Promise<void>((resolve) => {
      const stop = node.on('answered', () => {
        if (node.answeredRequests.length < 50) return
        stop()
        resolve()
      })
    })
    expect((await interrupt()).code).toBe(0)
    const { steps } = parseScenario(readFileSync(file, 'utf8'))
    expect(steps?.map(({ type }) => type)).toEqual([
      'importBlock',
      'importBlock',
    ])
  })
})
