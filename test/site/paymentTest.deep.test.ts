// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
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
import { page, root } from '../docs/pages.js'
import { run } from '../docs/run.js'
import { typeCheck } from '../docs/typeCheck.js'

const clients = {
  viem: firstTest(page('README.md').text),
  wagmi: textOf('wagmi'),
  ethers: textOf('ethers'),
}

function textOf(client: string): string {
  return readFileSync(`${root}site/playground/explored/${client}.ts`, 'utf8')
}

/** All that the playground copies of its first story. */
const texts = (['viem', 'wagmi', 'ethers'] as const).flatMap((client) =>
  (['vitest', 'jest'] as const).flatMap((runner) =>
    ([1, 2] as const).map((confirmations) => ({
      client,
      runner,
      confirmations,
      text: paymentTest(clients[client], confirmations, runner),
    })),
  ),
)

test.each(texts)(
  '$client, $runner, confirmations: $confirmations',
  async ({ client, runner, confirmations, text }) => {
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
        [`preseal/${runner}`]: {
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
    const hasDom = text.includes(`@${runner}-environment jsdom`)
    expect(hasDom).toBe(client === 'wagmi')
  },
)

test('a copied test did not compile', () => {
  const files = texts.map(({ text }, index) => [`${index}.ts`, text])
  expect(typeCheck(root, Object.fromEntries(files))).toEqual([])
})

test('a README without the test left the playground empty', () => {
  expect(() => firstTest('# preseal')).toThrow('no test that waits')
})
