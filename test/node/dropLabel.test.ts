import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, funded } from './actors.js'
import { pendingHashes } from './reads.js'

describe('drop by label', () => {
  test('behavior: long forms say which of the two a text is', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.preconfirm({ from: alice, to: bob, label: 'tip' })
    node.drop({ hash })
    node.drop({ label: 'tip' })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('error: an object that throws when it is read threw its own error', () => {
    const node = createMockNode(funded)
    const has = () => {
      throw new Error('no')
    }
    const hostile = new Proxy({}, { has })
    expect(thrown(() => node.drop(hostile as never))).toMatch(
      /^InvalidParametersError: drop: its argument is /,
    )
  })
})
