// @vitest-environment jsdom
import FakeTimers from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { always, type Body, explore } from 'preseal/explore'
import { describe, expect, test } from 'vitest'
import { runs } from '../../runs.js'

const run = (body: Body, runs = 12) =>
  explore(body, { timers: FakeTimers, duration: 4_000, runs })

/** Asks a node every 100 ms, and then does something. */
function ask(
  { node, onEnd }: Parameters<Body>[0],
  act: (turn: number, isRight: boolean) => void,
) {
  let turn = 0
  const timer = setInterval(async () => {
    const isRight = await node.provider.request({ method: 'eth_chainId' }).then(
      () => true,
      () => false,
    )
    act(turn++, isRight)
  }, 100)
  onEnd(() => clearInterval(timer))
}

describe('what is watched on a page', () => {
  test('was read after every answer, which took most of a run', async () => {
    const reads: number[] = []
    await run((explored) => {
      const nth = reads.push(0) - 1
      ask(explored, (turn) => {
        if (turn % 10 === 0) document.body.textContent = `${turn}`
      })
      explored.watch('text', () => {
        reads[nth] = (reads[nth] ?? 0) + 1
        return document.body.textContent
      }, [])
    })
    const [plain = 0, , ...others] = reads
    expect(plain).toBeGreaterThan(30)
    expect(Math.max(...others)).toBeLessThan(12)
  })

  test('is read after every answer if it changes without the page', async () => {
    const { findings } = await run((explored) => {
      let store = 0
      ask(explored, (turn, isRight) => {
        if (turn % 10 === 0) document.body.textContent = `${turn}`
        store = isRight ? turn : -1
      })
      explored.watch('store', () => store, [
        always((value) => Number(value) >= 0),
      ])
    }, 40)
    expect(findings[0]?.mishaps[0]?.kind).toBe('failed')
  })

  test('is seen as by a look after every answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('', 'a', 'b'), { minLength: 40 }),
        async (texts) => {
          const [often, seldom]: [unknown[], unknown[]] = [[], []]
          await run((explored) => {
            document.body.textContent = 'start'
            ask(explored, (turn, isRight) => {
              const text = isRight ? texts[turn] : 'failed'
              if (text) document.body.textContent = text
            })
            const text = () => document.body.textContent
            explored.watch('seldom', text, [
              ({ looks }) => {
                seldom.push(looks.map(({ at, value }) => [at, value]))
                return undefined
              },
            ])
            // It changes whenever somebody looks.
            explored.watch('often', () => [text(), Date.now()], [
              ({ looks }) => {
                const values = looks.map(({ at, value }) => [
                  at,
                  (value as unknown[])[0],
                ])
                often.push(
                  values.filter(
                    ([, one], index) => one !== values[index - 1]?.[1],
                  ),
                )
                return undefined
              },
            ])
          })
          expect(seldom).toEqual(often)
          expect(seldom.length).toBe(14)
        },
      ),
      { numRuns: runs(20) },
    )
  })
})
