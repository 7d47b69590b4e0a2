import { exec } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { playStory } from '../../examples/demo/playStory.js'
import { readStory } from '../../examples/demo/readStory.js'
import { tour } from '../../examples/demo/tour.js'
import { printed } from './printed.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

// A status other than 0 rejects.
const run = (story = '') =>
  promisify(exec)(`npm run --silent demo -- ${story}`, { cwd: root })

describe('npm run demo', () => {
  test('default: prints the same every time', async () => {
    expect((await run()).stdout).toBe(await printed(tour))
  })

  test('behavior: with a name it plays that story', async () => {
    const play = async () =>
      playStory('droppedTail', await readStory('droppedTail'))
    expect((await run('droppedTail')).stdout).toBe(await printed(play))
  })

  test('error: a name that nothing has', async () => {
    await expect(run('nothing')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^nothing is neither a file nor a preset\. Presets are .*\.\n$/,
      ),
    })
  })
})
