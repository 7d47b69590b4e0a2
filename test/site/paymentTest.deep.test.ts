import FakeTimers from '@sinonjs/fake-timers'
import * as preseal from 'preseal/explore'
import * as viem from 'viem'
import * as accounts from 'viem/accounts'
import { expect, test } from 'vitest'
import { paymentTest } from '../../site/playground/explored/paymentTest.js'
import { page, root } from '../docs/pages.js'
import { run } from '../docs/run.js'
import { typeCheck } from '../docs/typeCheck.js'

const readme = page('README.md').text

/** All that the playground copies of its first story. */
const texts = (['vitest', 'jest'] as const).flatMap((runner) =>
  ([1, 2] as const).map((confirmations) => ({
    runner,
    confirmations,
    text: paymentTest(readme, confirmations, runner),
  })),
)

test.each(texts)(
  '$runner, confirmations: $confirmations',
  async ({ runner, confirmations, text }) => {
    const declared: { name: string; body: preseal.Body }[] = []
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
          explore: (name: string, body: preseal.Body) =>
            declared.push({ name, body }),
        },
        viem,
        'viem/accounts': accounts,
      },
    )
    const [{ name, body }] = declared as [(typeof declared)[0]]
    const found = await preseal.explore(body, {
      timers: FakeTimers,
      seed: name,
    })
    expect(found.findings.map(({ invariant }) => invariant)).toEqual(
      confirmations === 1 ? ['page: staysFinal'] : [],
    )
  },
)

test('a copied test does not compile', () => {
  const files = texts.map(({ text }, index) => [`${index}.ts`, text])
  expect(typeCheck(root, Object.fromEntries(files))).toEqual([])
})

test('a README without the test leaves an empty playground', () => {
  expect(() => paymentTest('# preseal', 1)).toThrow('no test that waits')
})
