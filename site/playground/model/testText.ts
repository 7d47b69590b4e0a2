// biome-ignore lint/correctness/useImportExtensions: its text
import careful from '../readers/careful.ts?raw'
// biome-ignore lint/correctness/useImportExtensions: its text
import naive from '../readers/naive.ts?raw'
import type { App } from './film.js'
import { toCode } from './stories.js'
import { inTime, poll, type Story } from './story.js'

/**
 * The vitest test that does what the page did: it fails if the balance drops,
 * and where an app of the page was late, if it misses for a second what is
 * sealed. `yours` is the visitor's code.
 */
export function testText(
  story: Story,
  app: App,
  isLate: boolean,
  yours = '',
): string {
  const node = nodeOf(story)
  const values = node.includes('parseEther') ? ', parseEther' : ''
  const hasStep = node.includes('Step[]')
  const reader = { naive: body(naive), careful: body(careful), yours }[app]
  const types = ['Address', 'PublicClient'].filter((name) =>
    reader.includes(name),
  )
  const coming = isLate ? ', coming' : ''
  return `${hasStep ? "import type { Step } from 'preseal'\n" : ''}${story.source.imports}import { testNode } from 'preseal/vitest'
${types.length > 0 ? `import type { ${types.join(', ')} } from 'viem'\n` : ''}import { createPublicClient, custom${values} } from 'viem'
import { expect, test } from 'vitest'

${node.includes('alice') ? "const alice = '0x00000000000000000000000000000000000a11ce'\n" : ''}const bob = '0x0000000000000000000000000000000000000b0b'

// The code under test. Put yours here.
${reader.trimEnd()}

test('the balance never drops${isLate ? ' or goes stale' : ''}', async () => {
${node}
  const transport = custom(node.provider, { retryCount: 0 })
  const read = createReader(createPublicClient({ transport }), bob)

  const shown: bigint[] = []${isLate ? lateBefore : ''}
  while (node.now < ${story.until}) {
    node.advance(${poll})
    const { balance${coming} } = await read()
    shown.push(balance)${isLate ? lateWithin : ''}
  }
  const falls = shown.filter((wei, index) => wei < (shown[index - 1] ?? 0n))
  expect(falls).toEqual([])${isLate ? '\n  expect(late).toEqual([])' : ''}
})
`
}

const lateBefore = `
  const sealed: bigint[] = []
  const late: number[] = []`

const lateWithin = `
    const params = [bob, 'latest'] as const
    sealed.push(BigInt(node.view().request({ method: 'eth_getBalance', params })))
    const isMissing = (wei: bigint) => wei > balance + coming
    if (sealed.slice(-6).every(isMissing)) late.push(node.now)`

/** The lines that create the node. */
function nodeOf({ source, acts }: Story): string {
  const steps = inTime(acts).map(
    ({ at, name, step }) => `    // ${name}\n    ${toCode({ at, ...step })},\n`,
  )
  if (steps.length === 0) return `  const node = testNode(${source.code})`
  const list = steps.join('')
  // Options that are written out have a place for steps.
  if (source.code.startsWith('{'))
    return `  const node = testNode(${source.code.replace(/ {2}\}$/, `    steps: [\n${list.replaceAll(/^(?=.)/gm, '  ')}    ],\n  }`)})`
  return `  const scenario = ${source.code}
  const added: Step[] = [
${list}  ]
  const node = testNode({
    ...scenario,
    steps: [...(scenario.steps ?? []), ...added].sort((a, b) => a.at - b.at),
  })`
}

/** A module's code without what it imports and exports. */
function body(module: string): string {
  return module
    .replaceAll(/^import .*\n/gm, '')
    .replaceAll(/^export /gm, '')
    .trimStart()
}
