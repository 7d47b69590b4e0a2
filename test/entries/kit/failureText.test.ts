import { expect, test } from 'vitest'
import { failureText } from '../../../src/entries/kit/story/stories.js'

test('the page of a failed test named a line, and did not show it', () => {
  const error = new Error('expected 0n to be 1n') // the line that fails
  const [message, , place, ...excerpt] = failureText(error).split('\n')
  expect(message).toBe('expected 0n to be 1n')
  expect(place).toMatch(/^at .*failureText\.test\.ts:5$/)
  expect(excerpt).toHaveLength(4)
  expect(excerpt[2]).toMatch(/^> +5 \| .*the line that fails$/)
})

test('behavior: a file that cannot be read has no excerpt', () => {
  const stack = 'Error: no\n    at gone (/tmp/gone.test.ts:7:1)'
  const text = failureText({ message: 'no', stack })
  expect(text).toBe('no\n\nat /tmp/gone.test.ts:7')
})
