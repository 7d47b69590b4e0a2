import { readFileSync } from 'node:fs'
import {
  type AnyPresealError,
  createMockNode,
  isPresealError,
  type PresealErrorName,
  type Problem,
} from 'preseal'
import { expect, expectTypeOf, test } from 'vitest'
import { errors, reasons } from '../src/base/errors/table.js'

function caught(act: () => void): AnyPresealError {
  try {
    act()
  } catch (error) {
    if (isPresealError(error)) return error
  }
  throw new Error('Nothing of preseal was thrown.')
}

test('default: an error links to its place in the reference', () => {
  const error = caught(() => createMockNode({ blockTime: 0 }))
  const [file, anchor] = error.docs.split('#')
  expect(file).toBe('node_modules/preseal/docs/reference/errors.md')
  expect(anchor).toBe('invalidparameterserror')
})

test('an error linked to a host that does not exist, instead of a file of the package', () => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'))
  const path = caught(() => createMockNode({ blockTime: 0 }))
    .docs.replace('node_modules/preseal/', '')
    .replace(/#.*/, '')
  expect(readFileSync(path, 'utf8')).toMatch(/^#+ `?InvalidParametersError/m)
  expect(
    files.some((one: string) => path.startsWith(one.replace(/\/?\**$/, ''))),
  ).toBe(true)
})

test('behavior: by its name, what it holds is typed', () => {
  const error = caught(() => createMockNode({ chainId: 0 }))
  expectTypeOf(error.name).toExtend<string>()
  expectTypeOf<
    Extract<AnyPresealError, { name: 'InvalidParametersError' }>['problems']
  >().toEqualTypeOf<readonly Problem[]>()
  expectTypeOf<'NonceError'>().toExtend<PresealErrorName>()
  if (error.name !== 'InvalidParametersError') throw error
  expect(error.problems).toEqual([
    {
      path: 'chainId',
      given: '0',
      expected: 'an integer from 1 to 2^53 - 1',
      advice: undefined,
    },
  ])
})

const page = readFileSync('docs/reference/errors.md', 'utf8')

/** The rows of the tables of a text that begin with a name in backticks. */
function rowsOf(text: string, name: RegExp): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
    .filter(([first = '']) => name.test(first))
}

test('behavior: the reference lists the rows of the table', () => {
  const rows = rowsOf(page, /^\[`\w+Error`\]/)
  expect(rows.map(([name, kind]) => [name, kind])).toEqual(
    Object.entries(errors).map(([name, { kind }]) => [
      `[\`${name}\`](#${name.toLowerCase()})`,
      `\`${kind}\``,
    ]),
  )
  expect(rows.map(([, , when]) => when)).not.toContain('')
})

const known: { readonly [name: string]: readonly string[] } = reasons

test.each(Object.keys(errors))(
  'behavior: the reference has a section of %s, and its reasons',
  (name) => {
    const [, section] = page.split(`\n### ${name}\n`)
    const text = section?.split(/\n#{2,3} /)[0] ?? ''
    expect(text.trim()).not.toBe('')
    const rows = rowsOf(text, /^`[a-z]\w*`$/)
    expect(rows.map(([name]) => name)).toEqual(
      expect.arrayContaining((known[name] ?? []).map((one) => `\`${one}\``)),
    )
    expect(rows.map(([, cause]) => cause)).not.toContain('')
  },
)

test('behavior: a second copy of the package recognises an error', async () => {
  const { vi } = await import('vitest')
  vi.resetModules()
  const copy = await import('../src/base/errors/errors.js')
  const error = new copy.PresealError('ChainRuleError', 'No.', {
    reason: 'reorg',
  })
  expect(isPresealError(error, 'ChainRuleError')).toBe(true)
  expect(isPresealError(error, 'NonceError')).toBe(false)
  expect(error).toMatchObject({ kind: 'chain', reason: 'reorg' })
})

test('behavior: an error of a step has all that the error of the verb has', () => {
  const node = createMockNode({
    clock: 'virtual',
    steps: [{ at: 1, type: 'reorg', depth: 99 }],
  })
  const verb = caught(() => node.reorg({ depth: 99 }))
  const step = caught(() => node.advance(1))
  expect(step).toMatchObject({ name: verb.name, reason: verb.reason })
  expect(step.message).toContain(verb.message)
  expect(step.cause).toMatchObject({ name: verb.name })
})
