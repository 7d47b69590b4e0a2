import { readFileSync } from 'node:fs'
import {
  type AnyPresealError,
  createMockNode,
  isPresealError,
  type PresealErrorName,
  type Problem,
} from 'preseal'
import { expect, expectTypeOf, test } from 'vitest'

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
  const { homepage } = JSON.parse(readFileSync('package.json', 'utf8'))
  const project = homepage.replace(/#.*/, '')
  expect(error.docs).toBe(
    `${project}/blob/main/docs/reference/errors.md#invalidoptionserror`,
  )
})

test('behavior: by its name, what it holds is typed', () => {
  const error = caught(() => createMockNode({ chainId: 0 }))
  expectTypeOf(error.name).toExtend<string>()
  expectTypeOf<
    Extract<AnyPresealError, { problems: unknown }>['problems']
  >().toEqualTypeOf<readonly Problem[]>()
  expectTypeOf<'NonceError'>().toExtend<PresealErrorName>()
  if (error.name !== 'InvalidOptionsError') throw error
  expect(error.problems).toEqual([
    {
      path: 'chainId',
      given: '0',
      expected: 'an integer from 1 to 2^53 - 1',
      advice: undefined,
    },
  ])
})
