import { batches } from './groups/batches.js'
import { beats } from './groups/beats.js'
import { blocks } from './groups/blocks.js'
import { calls } from './groups/calls.js'
import { cold } from './groups/cold.js'
import { contracts } from './groups/contracts.js'
import { crowds } from './groups/crowds.js'
import { engines } from './groups/engine.js'
import { executed } from './groups/executed.js'
import { explorations } from './groups/explore.js'
import { fetches } from './groups/fetch.js'
import { forks } from './groups/forks.js'
import { hourOfChain } from './groups/hour.js'
import { overHttp } from './groups/http.js'
import { largeInputs } from './groups/largeInputs.js'
import { logs } from './groups/logs.js'
import { nodes } from './groups/nodes.js'
import { requests } from './groups/requests.js'
import { roots } from './groups/roots.js'
import { sends } from './groups/sends.js'
import { snapshots } from './groups/snapshots.js'
import { sockets } from './groups/sockets.js'
import { idleTime } from './groups/time.js'
import type { Group } from './harness/group.js'

/** Every group by the name that the command line knows. */
export const groups = {
  requests,
  blocks,
  fetch: fetches,
  http: overHttp,
  cold,
  nodes,
  beats,
  crowds,
  sends,
  batches,
  time: idleTime,
  snapshots,
  sockets,
  roots,
  hour: hourOfChain,
  logs,
  engine: engines,
  executed,
  calls,
  contracts,
  largeInputs,
  forks,
  explore: explorations,
} as const satisfies Record<string, Group>
