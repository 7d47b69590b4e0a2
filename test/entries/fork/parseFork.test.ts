import { createMockNode } from 'preseal'
import { formatFork, parseFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import { alice, counter, sampleRecord, word } from './sample.js'

const text = formatFork(parseFork(sampleRecord()))

/** What is wrong with a text, or undefined. */
function problemsOf(given: unknown) {
  try {
    parseFork(given)
  } catch (error) {
    const { name, problems } = error as { name: string; problems: object[] }
    expect(name).toBe('InvalidForkError')
    return problems
  }
  return undefined
}

describe('parseFork', () => {
  test('default: text and what JSON.parse makes of it', () => {
    expect(parseFork(text).record).toEqual(parseFork(JSON.parse(text)).record)
  })

  test('behavior: the same record gives the same text, in whatever order', () => {
    const { accounts, ...rest } = sampleRecord()
    const reversed = Object.fromEntries(Object.entries(accounts).reverse())
    expect(formatFork(parseFork({ accounts: reversed, ...rest }))).toBe(text)
  })

  test.each([
    ['a text that is cut off', text.slice(0, 700), 'the end of the text'],
    ['a newer version', text.replace('"version": 1', '"version": 2'), '2'],
    ['a slot that is no slot', text.replace(word(1), '0x1'), 'the key "0x1"'],
    [
      'a balance that is no amount',
      text.replace('"10000000000000000000"', '1e19'),
      '10000000000000000000',
    ],
    [
      'code that is not what its hash says',
      text.replace('0x5f54805f', '0x5f54805e'),
      'code of another hash',
    ],
    [
      'an account twice',
      text.replace('"accounts": {', `"accounts": {\n  "${alice}": null,`),
      'a second entry of this name',
    ],
    [
      'a key that nobody knows',
      text.replace('"code"', '"codes"'),
      'unknown key',
    ],
  ])('error: %s, by line and column', (_, given, shown) => {
    const problems = problemsOf(given)
    expect(problems).toContainEqual(
      expect.objectContaining({
        given: expect.stringContaining(shown),
        line: expect.any(Number),
        column: expect.any(Number),
      }),
    )
  })

  test('error: a chain whose gas is another', () => {
    expect(problemsOf({ ...sampleRecord(), chainId: 42_161 })).toEqual([
      expect.objectContaining({
        path: 'chainId',
        advice: expect.stringContaining('Arbitrum One'),
      }),
    ])
  })

  test('error: the name of a file', () => {
    expect(problemsOf('fork.json')).toEqual([
      expect.objectContaining({ advice: expect.stringContaining('readFile') }),
    ])
  })
})

describe('the option "fork"', () => {
  const fork = parseFork(text)

  test.each([
    [{ fork: sampleRecord() }, 'Write fork: parseFork(text)'],
    [{ fork, chainId: 10 }, 'expected 1, the chain of the fork'],
    [{ fork, timestamp: 5n }, 'the time of the fork'],
    [{ fork, pendingStateRoot: 'everyBeat' }, 'nobody knows the state roots'],
  ])('error: %#', (options, message) => {
    expect(() => createMockNode(options as never)).toThrow(message)
  })

  test('behavior: a slot set in options wins over the record', async () => {
    const node = createMockNode({
      fork,
      accounts: { [counter]: { storage: { [word(0)]: word(7) } } },
    })
    expect(
      await node.provider.request({
        method: 'eth_getStorageAt',
        params: [counter, '0x0', 'latest'],
      }),
    ).toBe(word(7))
  })
})
