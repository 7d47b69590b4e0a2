import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { play } from './play.js'

describe('run', () => {
  test('options: --help lists the commands', async () => {
    const { code, stdout, stderr } = await play('--help').ended
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Commands:\n {2}serve {3}\S/m)
    expect(await play('-h').ended).toEqual({ code, stdout, stderr })
  })

  test.each(['serve', 'record', 'show'])(
    'options: --help of a command: %s',
    async (name) => {
      const { code, stdout } = await play(name, '--help').ended
      expect(code).toBe(0)
      expect(stdout).toMatch(new RegExp(`^Usage: preseal ${name} `, 'm'))
      for (const help of [stdout, (await play('--help').ended).stdout])
        expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
    },
  )

  test('options: --version', async () => {
    const { stdout } = await play('--version').ended
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(stdout).toBe(`${version}\n`)
  })

  test.each([
    [[], 'Give a command: serve, record, fork, show. See "preseal --help".'],
    [
      ['--verbose'],
      'Option "--verbose" is unknown; there are --help, --version.',
    ],
    [
      ['srve'],
      'Command "srve" is unknown, expected serve. See "preseal --help".',
    ],
    [
      ['toString'],
      'Command "toString" is unknown, expected serve, record, fork, show. See "preseal --help".',
    ],
    [['serve', '--prot', '1'], 'Option "--prot" is unknown. Write "--port".'],
    [
      ['serve', '--port', 'x'],
      'Option "--port" is "x", expected a whole number from 0 to 65535.',
    ],
    [
      ['serve', '--port', '65536'],
      'Option "--port" is "65536", expected a whole number from 0 to 65535.',
    ],
    [
      ['serve', '--clock', 'real'],
      'Option "--clock" is "real", expected ambient or virtual.',
    ],
    [
      ['serve', 'a', 'b'],
      'One scenario is served, and "b" is a second one. Leave it out. See "preseal serve --help".',
    ],
    [
      ['show'],
      'Which story? Give a scenario, a stream or a preset. See "preseal show --help".',
    ],
    [
      ['show', 'steady', 'jittered'],
      'One story is shown, and "jittered" is a second one. Leave it out. See "preseal show --help".',
    ],
    [
      ['show', 'steady', '-o', 'picture.png'],
      'Option "--output" is "picture.png", but no .png is drawn. Write "picture.svg", or name the kind with --as html, svg or text.',
    ],
    [
      ['show', 'steady', '--as', 'pdf'],
      'Option "--as" is "pdf", expected html, svg or text.',
    ],
    [['record'], 'Which endpoint? Give its URL. See "preseal record --help".'],
    [
      ['record', 'sepolia.base.org'],
      'The endpoint is "sepolia.base.org", expected a URL such as https://sepolia.base.org.',
    ],
    [
      ['record', 'http://a', 'b'],
      'Only one endpoint can be recorded. Remove "b". See "preseal record --help".',
    ],
    [
      ['record', 'http://a', '--for', '20'],
      'Option "--for" is "20", which lacks its unit. Write "20s" or "20ms".',
    ],
    [
      ['record', 'http://a', '--for', '1d'],
      'Option "--for" is "1d", expected 0 ms or more with its unit, such as 200ms, 20s, 5m or 1h.',
    ],
    [
      ['record', 'http://a', '-o', ''],
      'Option "--output" is "", expected the name of a file, or "-" for stdout.',
    ],
    [
      ['record', 'http://a', '-o', 'nowhere/'],
      'Option "--output" is "nowhere/", expected the name of a file, or "-" for stdout.',
    ],
    [
      ['record', 'wss://me:secret@a'],
      'The endpoint is "wss://***@a", expected a URL such as https://sepolia.base.org.',
    ],
    [
      ['record', 'http://a', 'http://me:secret@b'],
      'Only one endpoint can be recorded. Remove "http://***@b". See "preseal record --help".',
    ],
    [
      ['record', 'http://a', '--every', '0s'],
      'Option "--every" is "0s", expected 1 ms or more with its unit, such as 200ms, 20s, 5m or 1h.',
    ],
    [
      ['record', 'http://a', '--balance', '0x1'],
      'Option "--balance" is "0x1", expected a 20-byte address as 0x and 40 hex digits.',
    ],
    [
      ['record', 'http://a', '--storage', '0x1'],
      'Option "--storage" is "0x1", expected <address>:<slot>.',
    ],
    [
      ['serve', '--control', '--hostname', '0.0.0.0'],
      'serve: with "control", anyone who can reach "0.0.0.0" can drive the node. Serve on 127.0.0.1, localhost or ::1, or without "control".',
    ],
  ])('error: %j', async (args, message) => {
    expect(await play(...args).ended).toEqual({
      code: 2,
      stdout: '',
      stderr: `preseal: ${message}\n`,
    })
  })
})
