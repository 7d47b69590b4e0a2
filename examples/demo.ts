/*
 * `npm run demo` shows the library by a story of its own; `npm run demo -- NAME`
 * plays a preset, a scenario file or a file of stream messages.
 */
import { playStory } from './demo/playStory.js'
import { readStory } from './demo/readStory.js'
import { tour } from './demo/tour.js'

const [name] = process.argv.slice(2)
if (name === undefined) await tour()
else
  await readStory(name).then(
    (story) => playStory(name, story),
    (error: Error) => {
      console.error(error.message)
      process.exitCode = 1
    },
  )
