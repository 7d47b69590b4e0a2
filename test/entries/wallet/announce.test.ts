import { expect, test } from 'vitest'
import { open } from './connect.js'

test('error: there is no page', () => {
  expect(() => open().wallet.announce()).toThrowErrorMatchingInlineSnapshot(
    `[EnvironmentError: wallet.announce needs a window, which is missing. Run the test in the environment "jsdom" or "happy-dom", or hand wallet.provider to the code under test.]`,
  )
})
