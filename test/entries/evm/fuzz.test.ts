import { expect, test } from 'vitest'
import { differ } from './differ.js'
import { differBlock } from './differBlock.js'
import { createScripting } from './scripting.js'

const engine = createScripting()
const hardforks = ['prague', 'osaka', 'amsterdam'] as const
const seeds = Array.from({ length: 4 }, (_, index) => index)

test.each(hardforks)(
  'random programs as ethereumjs has them, in %s',
  async (hardfork) => {
    for (const seed of seeds)
      expect(
        await differ(engine, seed, hardfork),
        `seed ${seed}`,
      ).toBeUndefined()
  },
)

test('random blocks as ethereumjs has them, in amsterdam', async () => {
  for (const seed of seeds.slice(0, 2))
    expect(await differBlock(seed, 'amsterdam'), `seed ${seed}`).toBeUndefined()
})
