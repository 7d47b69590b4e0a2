import { askerIn } from '../../../base/errors/askerIn.js'
import { captureStack } from '../../../base/errors/stack.js'
import { type CalledStep, calledSteps } from '../../../base/words/words.js'
import type { MockNode } from '../../../index.js'
import { inFolder } from './testSource.js'

/** Those by which something goes wrong. */
const acts = [
  'apply',
  'drop',
  'fault',
  'importBlock',
  'planSeal',
  'preconfirm',
  'reorg',
] as const

/**
 * Remembers for the page of a failed test in which of its lines the test called
 * acts of a node.
 */
export function rememberCalls(node: MockNode): void {
  const called: CalledStep[] = []
  Object.defineProperty(node, calledSteps, { value: called })
  for (const name of acts) {
    const act = node[name] as (...given: unknown[]) => unknown
    const remembered = (...given: unknown[]) => {
      const { line } = askerIn(captureStack().stack)
      const at = node.now
      const returned = act(...given)
      const type = name === 'apply' ? `${Object(given[0]).type}` : name
      if (line !== undefined) called.push({ type, at, place: inFolder(line) })
      return returned
    }
    Object.defineProperty(node, name, {
      value: remembered,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
}
