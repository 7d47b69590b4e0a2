import * as preseal from 'preseal'
import { readTranscripts } from './readTranscripts.mjs'
import { replay } from './replay.mjs'

await replay(preseal, readTranscripts())
