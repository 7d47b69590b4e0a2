// @vitest-environment jsdom

import * as query from '@tanstack/react-query'
import * as testingLibrary from '@testing-library/react'
import * as preseal from 'preseal'
import * as explore from 'preseal/explore'
import * as kit from 'preseal/vitest'
import * as wallet from 'preseal/wallet'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as viem from 'viem'
import * as vitest from 'vitest'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import * as wagmi from 'wagmi'
import * as wagmiActions from 'wagmi/actions'
import { declareSnippets, isOfOtherRunner } from './declareSnippets.js'
import { guide, page, pages } from './pages.js'
import { run } from './run.js'

const modules = {
  '@tanstack/react-query': query,
  '@testing-library/react': testingLibrary,
  preseal,
  'preseal/explore': explore,
  'preseal/vitest': kit,
  'preseal/wallet': wallet,
  react,
  'react/jsx-runtime': jsxRuntime,
  viem,
  vitest,
  wagmi,
  'wagmi/actions': wagmiActions,
}
const { cleanup, render, screen, waitFor } = testingLibrary

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

// React's own switch, which testing-library sets as it is loaded.
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

const rendering = pages.filter(({ snippets }) =>
  snippets.some(({ needsDom, isTest }) => needsDom && isTest),
)

describe.each(rendering)('$path', (page) =>
  declareSnippets(
    page,
    modules,
    ({ needsDom, code }) => needsDom && !isOfOtherRunner(code),
  ),
)

describe('a moment that no page gets wrong shows nothing', async () => {
  const { snippets } = page('docs/guide/react.md')
  const moments = snippets.find(({ name }) => name === 'moments.test.tsx')
  if (moments === undefined) throw new Error('The page has no moments.')
  const needing: typeof test.fails = Object.assign(
    (name: string, body: () => Promise<void>) => {
      if (name === 'a payment needs two blocks') test.fails(name, body)
    },
    test.fails,
  )
  const before = { ...modules, vitest: { ...vitest, test: needing } }
  await run(moments, before, snippets)
})

test('findBy and waitFor wait for a timer that nobody moves', async () => {
  expect(guide('react')).toContain('even for an element that exists already')
  vi.useFakeTimers()
  render(react.createElement('p', null, 'here'))
  const settled = vi.fn()
  screen.findByText('here').then(settled)
  waitFor(() => screen.getByText('here')).then(settled)
  for (let turn = 0; turn < 100; turn++) await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(settled).toHaveBeenCalledTimes(2)
})

test('cleanup is not by itself where afterEach is no global', () => {
  expect(guide('react')).toContain('`globals: true`')
  expect('afterEach' in globalThis).toBe(false)
})
