import { askerIn } from '../../../base/errors/askerIn.js'
import { fileName } from '../../../base/words/words.js'
import type { MockNode } from '../../../index.js'
import { formatTimeline, readTimeline } from '../../timeline/index.js'
import type { TestError } from '../runner/runner.js'
import { excerptAt } from './testSource.js'

const mostLines = 100

/** The stories of a test's nodes, each below a heading that says which it is. */
export function formatStories(
  nodes: readonly MockNode[],
  title: string,
): string {
  return nodes
    .map((node, index) => {
      const timeline = readTimeline(node)
      const whole = formatTimeline(timeline, { most: Number.POSITIVE_INFINITY })
      const shown = formatTimeline(timeline, { most: mostLines })
      if (shown === '') return ''
      const place =
        nodes.length === 1 ? '' : `node ${index + 1} of ${nodes.length}, `
      const heading = `What happened on ${place}chain ${node.chain.id}:`
      const name = nodes.length === 1 ? title : `${title} ${index + 1}`
      const file =
        whole === shown
          ? undefined
          : writeStory(name, `${heading}\n\n${whole}\n`)
      const rest =
        file === undefined
          ? []
          : [`The whole story, ${whole.split('\n').length} lines: ${file}`]
      return [heading, shown, ...rest].join('\n\n')
    })
    .filter((text) => text !== '')
    .join('\n\n')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin so
const colour = /\u001b\[[\d;]*m/g

/** What a test failed with, and the line of the test where it did. */
export function failureText(error: TestError): string {
  const { message = '', stack, diff = '' } = error
  const { line } = askerIn(stack)
  const plain = (text: string) => text.replace(colour, '').trim()
  // A reader of the page knows not of vitest's ways to compare.
  const text = plain(message).replace(/ \/\/ Object\.is equality$/, '')
  const parts = [isShort(text) ? text : `${text}\n\n${plain(diff)}`.trim()]
  if (line !== undefined) parts.push(excerptAt(line))
  return parts.join('\n\n')
}

/** Whether a message says the two values that differ whole. */
function isShort(message: string): boolean {
  return !/\bto (deeply|strictly) equal\b|…/.test(message)
}

/** Adds to what a test runner prints of an error. */
export function appendText(error: TestError, text: string): void {
  rewrite(error, (message) => `${message.replace(/\n$/, '')}\n\n${text}\n`)
}

/** The same, in front of it: what a time-out says leads nowhere. */
export function prependText(error: TestError, text: string): void {
  rewrite(error, (message) => `${text}\n\n${message}`)
}

function rewrite(error: TestError, by: (message: string) => string): void {
  const message = error.message ?? ''
  const longer = by(message)
  if (error.stack?.includes(message))
    error.stack = error.stack.replace(message, () => longer)
  error.message = longer
}

/** The start of a story that a matcher has printed already. */
const heading = /^What happened on chain \d+ from /m

/** Adds the story of the nodes to what a failing test prints. */
export function appendTrace(error: TestError, trace: string): void {
  if (trace === '' || heading.test(error.message ?? '')) return
  appendText(error, trace)
}

type Files = {
  mkdirSync(path: string, options: { recursive: true }): void
  writeFileSync(path: string, text: string): void
}

type Runtime = {
  cwd?(): string
  getBuiltinModule?(name: 'node:fs'): Files | undefined
}

/** Beside the pages of `preseal/reporter`, which empties its own folder. */
const folder = 'node_modules/.preseal-stories'

/** Writes a story if there are files, and says where; else undefined. */
function writeStory(title: string, story: string): string | undefined {
  const { process } = globalThis as { process?: Runtime }
  try {
    const files = process?.getBuiltinModule?.('node:fs')
    const place = process?.cwd?.()
    if (files === undefined || place === undefined) return undefined
    const path = `${place}/${folder}`
    files.mkdirSync(path, { recursive: true })
    const file = `${path}/${fileName(title)}.txt`
    files.writeFileSync(file, story)
    return file
  } catch {
    // A test that failed is to say so, wherever it may write.
    return undefined
  }
}
