import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const [code] = await once(
  new Worker(new URL('esm.mjs', import.meta.url)),
  'exit',
)
process.exitCode = code
