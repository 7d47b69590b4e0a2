import { readFile } from 'node:fs/promises'
import { type MockNodeOptions, parseScenario } from 'preseal'
import * as presets from 'preseal/presets'
import { fromStream } from 'preseal/stream'

const { sequence: _, ...stories } = presets
const byName = new Map<string, () => MockNodeOptions>(Object.entries(stories))

/** The story of a preset, of a scenario file, or of a file of messages. */
export async function readStory(name: string): Promise<MockNodeOptions> {
  const preset = byName.get(name)
  if (preset !== undefined) return preset()
  const text = await readFile(name, 'utf8').catch(() => {
    throw new Error(
      `${name} is neither a file nor a preset. Presets are ${[...byName.keys()].join(', ')}.`,
    )
  })
  return isStream(text) ? fromStream(text) : parseScenario(text)
}

/** Messages have it, and no scenario does. */
function isStream(text: string): boolean {
  return text.includes('"payload_id"')
}
