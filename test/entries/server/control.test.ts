import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSocket } from './rawSocket.js'

/** Who answered a request with these headers: the control, or the node. */
async function askedOf(lines: readonly string[], version = '1.1') {
  const node = createMockNode()
  const server = await serve(
    {
      fetch: async () => new Response('node'),
      control: { fetch: async () => new Response('control') },
    },
    { control: true },
  )
  onTestFinished(() => server.close())
  const port = new URL(server.url).port
  const connection = await openSocket(server.url)
  connection.say(
    [
      `POST / HTTP/${version}`,
      'Content-Length: 0',
      'Connection: close',
      ...lines.map((line) => line.replace('PORT', port)),
      '',
      '',
    ].join('\r\n'),
  )
  node.dispose()
  const heard = await connection.end()
  return heard.includes(' 200 ')
    ? heard.split('\r\n\r\n')[1]
    : heard.slice(9, 12)
}

describe('control', () => {
  test.each([
    [['Host: 127.0.0.1:PORT']],
    [['Host: localhost:PORT']],
    [['Host: LOCALHOST']],
    [['Host: [::1]:PORT']],
    [['host: 127.1.2.3']],
    [['Host: 127.0.0.1', 'Referer: http://a.test/']],
  ])('default: programs on this machine drive the node: %j', async (lines) => {
    expect(await askedOf(lines)).toBe('control')
  })

  test.each([
    // Pages, of whatever origin.
    [['Host: 127.0.0.1:PORT', 'Origin: http://a.test']],
    [['Host: 127.0.0.1:PORT', 'Origin: http://127.0.0.1:PORT']],
    [['Host: 127.0.0.1:PORT', 'Origin: null']],
    [['Host: 127.0.0.1:PORT', 'Origin:']],
    [['Host: 127.0.0.1:PORT', 'ORIGIN: http://a.test', 'Origin: x']],
    // Names that lead here, but are others'.
    [['Host: a.test']],
    [['Host: a.test:PORT']],
    [['Host: localhost.a.test']],
    [['Host: a.localhost']],
    [['Host: 127.0.0.1.a.test']],
    [['Host: 127.0.0.1@a.test']],
    [['Host: a.test@127.0.0.1']],
    [['Host: 0.0.0.0:PORT']],
    [['Host: 10.0.2.2:PORT']],
    [['Host: 127.0.0.1:PORT/']],
    [['Host: 127.0.0.1 a.test']],
    [['Host: ']],
    [['Host: 127.0.0.1', 'Host: a.test']],
    [['Host: a.test', 'Host: 127.0.0.1']],
  ])('behavior: others get the plain node: %j', async (lines) => {
    expect(await askedOf(lines)).toBe('node')
  })

  test('behavior: without a Host it is refused, or the plain node', async () => {
    expect(await askedOf([])).toBe('400')
    expect(await askedOf([], '1.0')).toBe('node')
  })

  test('options: off, nobody drives it', async () => {
    const server = await serve({
      fetch: async () => new Response('node'),
      control: { fetch: async () => new Response('control') },
    })
    onTestFinished(() => server.close())
    const response = await fetch(server.url, { method: 'POST', body: '' })
    expect(await response.text()).toBe('node')
  })
})
