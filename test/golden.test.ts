import { createMockNode, formatScenario, parseScenario } from 'preseal'
import { describe, expect, test, vi } from 'vitest'
import { ask, names, readTranscript, replay } from './golden/transcript.js'

describe.each(names)('golden transcript: %s', (name) => {
  const transcript = readTranscript(name)
  const { instants, answers, requests } = transcript
  const scenario = parseScenario(transcript.scenario)
  const last = Math.max(...instants)

  test.each([1, 7, 199, 200, 333, 2_000])(
    'behavior: in strides of %i ms',
    async (stride) => {
      const node = createMockNode(scenario)
      const replayed = await replay(node, transcript, (to) => {
        while (node.now < to) node.advance(Math.min(stride, to - node.now))
      })
      expect(replayed).toEqual(answers)
      // To the byte: in the same order, too.
      expect(JSON.stringify(replayed)).toBe(JSON.stringify(answers))
    },
  )

  test('behavior: in one leap to each instant', async () => {
    for (const [index, instant] of instants.entries()) {
      const node = createMockNode(scenario)
      node.seek(instant)
      expect(await ask(node, requests)).toEqual(answers[index])
    }
  })

  test('behavior: backward', async () => {
    const node = createMockNode(scenario)
    node.seek(last + 10_000)
    const backward = {
      ...transcript,
      instants: [...instants].reverse(),
    }
    expect(await replay(node, backward, node.seek)).toEqual(
      [...answers].reverse(),
    )
  })

  test('behavior: while somebody listens', async () => {
    const node = createMockNode(scenario)
    node.on('beat', () => {})
    expect(await replay(node, transcript, node.seek)).toEqual(answers)
  })

  test('behavior: under fake timers', async () => {
    vi.useFakeTimers()
    const node = createMockNode({ ...scenario, clock: 'ambient' })
    const replayed = await replay(node, transcript, (to) =>
      vi.advanceTimersByTimeAsync(to - node.now),
    )
    vi.useRealTimers()
    expect(replayed).toEqual(answers)
  })

  test('behavior: from its own text', async () => {
    const node = createMockNode(parseScenario(formatScenario(scenario)))
    expect(await replay(node, transcript, node.seek)).toEqual(answers)
  })
})
