// biome-ignore lint/correctness/useImportExtensions: its text
import careful from '../readers/careful.ts?raw'
// biome-ignore lint/correctness/useImportExtensions: its text
import naive from '../readers/naive.ts?raw'
import { toCode } from './stories.js'
import { poll, type Story } from './story.js'

const readers = { naive, careful }

/**
 * The vitest test that does what the page did: fails where the app shows money
 * and takes it back.
 */
export function testText(story: Story, app: 'naive' | 'careful'): string {
  const { imports, code } = story.source
  const pays = story.acts.some(({ type }) => type === 'pay')
  const values = code.includes('parseEther') ? ', parseEther' : ''
  const acts = story.acts.map((act) =>
    act.type === 'pay'
      ? `    if (node.now === ${act.at}) await pay()`
      : `    // ${act.name}\n    if (node.now === ${act.at}) node.apply(${toCode(act.step)})`,
  )
  const usesAlice = pays || code.includes('alice')
  return `${imports}import { testNode } from 'preseal/vitest'
import type { Address, PublicClient } from 'viem'
import { createPublicClient, custom${values} } from 'viem'
import { expect, test } from 'vitest'

${usesAlice ? "const alice = '0x00000000000000000000000000000000000a11ce'\n" : ''}const bob = '0x0000000000000000000000000000000000000b0b'

test('money that was shown is not taken back', async () => {
  const node = testNode(${code})
  const transport = custom(node.provider, { retryCount: 0 })
  const client = createPublicClient({ transport })
  const read = createReader(client, bob)
${pays ? paying : ''}
  const shown: bigint[] = []
  while (node.now < ${story.until}) {
    node.advance(${poll})
    shown.push((await read()).balance)
${acts.map((line) => `${line}\n`).join('')}  }
  const falls = shown.filter((wei, index) => wei < (shown[index - 1] ?? 0n))
  expect(falls).toEqual([])
})

// Put your own code in the place of this.
${body(readers[app])}`
}

const paying = `  const value = '0xde0b6b3a7640000' // 1 ether
  const payment = [{ from: alice, to: bob, value }] as const
  const pay = () =>
    node.provider.request({ method: 'eth_sendTransaction', params: payment })
`

/** A module's code without what it imports and exports. */
function body(module: string): string {
  return module
    .replaceAll(/^import .*\n/gm, '')
    .replaceAll(/^export /gm, '')
    .trimStart()
}
