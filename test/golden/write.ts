import { writeFileSync } from 'node:fs'
import { createMockNode, parseScenario } from 'preseal'
import { fileOf, names, readTranscript, replay } from './transcript.js'

// Writes the answers anew, for when they are meant to change:
// npm run golden, and look at what git says.
for (const name of names) {
  const transcript = readTranscript(name)
  const node = createMockNode(parseScenario(transcript.scenario))
  const answers = await replay(node, transcript, node.seek)
  const text = JSON.stringify({ ...transcript, answers }, null, 1)
  writeFileSync(fileOf(name), `${text}\n`)
}
