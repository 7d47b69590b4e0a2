import { describe, expect, test } from 'vitest'
import {
  parseArguments,
  readEach,
  usageError,
} from '../../../src/entries/cli/host/parseArguments.js'

const options = {
  port: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (...args: string[]) => parseArguments(args, options)

describe('parseArguments', () => {
  test.each([
    [[], {}, []],
    [['a', '--port', '1', '--quiet'], { port: '1', quiet: true }, ['a']],
    [['--port=1', '-'], { port: '1' }, ['-']],
    [['--port', '1', '--port', '2'], { port: '2' }, []],
    [['-h', '--', '--port'], { help: true }, ['--port']],
    [['--port', '-1'], { port: '-1' }, []],
    [['--port='], { port: '' }, []],
  ])('default: %j', (args, values, positionals) => {
    const parsed = parse(...args)
    expect({ ...parsed.values }).toEqual(values)
    expect(parsed.positionals).toEqual(positionals)
  })

  test.each([
    [['--prot', '1'], 'Option "--prot" is unknown. Write "--port".'],
    [['--QUIET'], 'Option "--QUIET" is unknown. Write "--quiet".'],
    [
      ['--colour'],
      'Option "--colour" is unknown; there are --port, --quiet, --help.',
    ],
    [['-x'], 'Option "-x" is unknown; there are --port, --quiet, --help.'],
    [['--__proto__'], 'Option "--__proto__" is unknown; there are'],
    [['--toString=1'], 'Option "--toString" is unknown; there are'],
    [['--port'], 'Option "--port" needs a value.'],
    [['--quiet=yes'], 'Option "--quiet" takes no value.'],
    [
      ['--prot', '1', '--quiet=yes', '--port'],
      'Option "--prot" is unknown. Write "--port". Option "--quiet" takes no value. Option "--port" needs a value.',
    ],
  ])('error: %j', (args, message) => {
    expect(() => parse(...args)).toThrow(message)
  })
})

describe('readEach', () => {
  const wrong = (message: string) => () => {
    throw usageError(message)
  }

  test('default: values by name', () => {
    expect(readEach({ one: () => 1, none: () => undefined })).toEqual({
      one: 1,
      none: undefined,
    })
  })

  test('error: all that is wrong is said at once', () => {
    const readers = {
      one: wrong('No one.'),
      two: () => 2,
      three: wrong('No 3.'),
    }
    expect(() => readEach(readers)).toThrow('No one. No 3.')
  })

  test('error: any other error is thrown as it is', () => {
    const cause = new Error('broken')
    const read = () =>
      readEach({
        one: wrong('No one.'),
        two() {
          throw cause
        },
      })
    expect(read).toThrow(cause)
  })
})
