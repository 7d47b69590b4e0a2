import { createMockNode } from 'preseal'
import {
  matchers,
  type NodeMatchers,
  toBePreconfirmed,
  type Verdict,
} from 'preseal/matchers'

const node = createMockNode()
export const verdict: Verdict = toBePreconfirmed(node, 'pay')
export const names: readonly (keyof NodeMatchers)[] = Object.keys(
  matchers,
) as (keyof typeof matchers)[]

// @ts-expect-error Types of the package are there, not `any`.
toBePreconfirmed(node, 7)
