// @vitest-environment jsdom
import FakeTimers from '@sinonjs/fake-timers'
import * as ethers from 'ethers'
import * as preseal from 'preseal/explore'
import * as viem from 'viem'
import * as accounts from 'viem/accounts'
import { expect, test } from 'vitest'
import * as wagmi from 'wagmi'
import * as actions from 'wagmi/actions'
import {
  firstTest,
  paymentTest,
} from '../../site/playground/explored/paymentTest.js'
import { run } from '../docs/run.js'
import { clients } from './paymentTexts.js'

const stories = (['viem', 'wagmi', 'ethers'] as const).flatMap((client) =>
  ([1, 2] as const).map((confirmations) => ({ client, confirmations })),
)

test.each(stories)(
  '$client, confirmations: $confirmations',
  async ({ client, confirmations }) => {
    const text = paymentTest(clients[client], confirmations)
    type Declared = [string, preseal.Body, preseal.ExploreOptions | undefined]
    const declared: Declared[] = []
    const block = { language: 'ts', line: 1, code: text, source: text } as const
    await run(
      {
        ...block,
        kind: 'file',
        isTest: true,
        name: undefined,
        needsDom: false,
      },
      {
        'preseal/explore': preseal,
        'preseal/vitest': {
          explore: (...given: Declared) => declared.push(given),
        },
        ethers,
        viem,
        'viem/accounts': accounts,
        wagmi,
        'wagmi/actions': actions,
      },
    )
    const [[name, body, options] = []] = declared
    if (body === undefined) throw new Error('It declares no test.')
    const found = await preseal.explore(body, {
      ...options,
      timers: FakeTimers,
      seed: name,
    })
    expect(found.findings.map(preseal.formatFinding).join()).toMatch(
      confirmations === 1
        ? /^page: staysFinal does not hold when block 1 is replaced 1 ms after/
        : /^$/,
    )
    expect(found.untried > 0).toBe(confirmations === 1)
  },
)

test.each(['viem', 'wagmi', 'ethers'] as const)(
  'what is copied for jest named vitest, or lacked a DOM: %s',
  (client) => {
    const text = paymentTest(clients[client], 1, 'jest')
    expect(text).toContain("from 'preseal/jest'")
    expect(text).not.toContain('vitest')
    const isWagmi = client === 'wagmi'
    expect(text.includes('@jest-environment jsdom')).toBe(isWagmi)
  },
)

test('a README without the test left the playground empty', () => {
  expect(() => firstTest('# preseal')).toThrow('no test that waits')
})
