import { readdirSync, readFileSync } from 'node:fs'

/** Where the tests of a room are, if they are not in its folder alone. */
const testsOf: Record<string, string[]> = {
  'base/errors': [
    'test/errors.test.ts',
    'test/node',
    'test/writes',
    'test/entries/kit',
  ],
  'base/hex': ['test/base/hex', 'test/rpc', 'test/node'],
  'base/http': ['test/doors', 'test/entries/server', 'test/entries/websocket'],
  'base/words': ['test/node', 'test/entries/timeline', 'test/entries/matchers'],
  'base/codec': ['test/base/codec', 'test/rpc/format', 'test/writes'],
  'base/clock': ['test/base/clock', 'test/node', 'test/entries/kit'],
  'base/validation': ['test/base/validation', 'test/node'],
  'base/abi': ['test/entries/contracts', 'test/engine/natives'],
  'base/json': ['test/base/json', 'test/node/scenario', 'test/doors'],
  engine: ['test/engine', 'test/calls', 'test/node'],
  'engine/world': [
    'test/engine',
    'test/entries/evm',
    'test/node',
    'test/calls',
  ],
  'engine/natives': [
    'test/engine',
    'test/entries/contracts',
    'test/entries/chains/denimVectors.test.ts',
    'test/node',
  ],
  chain: [
    'test/chain',
    'test/node',
    'test/writes',
    'test/calls',
    'test/rpc',
    'test/model',
    'test/conformance/provider.test.ts',
    'test/conformance/randomBlocks.test.ts',
    'test/golden.test.ts',
    'test/entries/chains',
    'test/entries/fork',
  ],
  rpc: [
    'test/rpc',
    'test/calls',
    'test/writes',
    'test/node',
    'test/model',
    'test/conformance/provider.test.ts',
    'test/golden.test.ts',
    'test/entries/fork',
  ],
  'node/faults': ['test/node', 'test/doors', 'test/writes'],
  'node/schema': ['test/node'],
  'node/options': ['test/node', 'test/entries/fork'],
  'node/runtime': ['test/node', 'test/writes', 'test/entries/matchers'],
  'doors/dispatch': ['test/doors', 'test/node', 'test/writes'],
  api: ['test/api', 'test/node', 'test/doors'],
  'api/control': ['test/api', 'test/node', 'test/doors'],
  'createMockNode.ts': ['test/node', 'test/api'],
  'index.ts': ['test/node'],
  'entries/evm': [
    'test/entries/evm',
    'test/calls',
    'test/engine',
    'test/entries/contracts',
    'test/entries/chains/application.test.ts',
    'test/node/computeUnits.test.ts',
  ],
  'entries/endpoint': [
    'test/entries/endpoint',
    'test/entries/record',
    'test/entries/fork',
  ],
  'entries/record': ['test/entries/record', 'test/entries/endpoint'],
  'entries/reporter': ['test/entries/kit', 'test/entries/timeline'],
  'entries/exploreKit': ['test/entries/explore'],
  'entries/vitest': ['test/entries/kit'],
  'entries/jest': ['test/entries/kit'],
}

/** Of 100 mutants there, 90 must be noticed, and 80 elsewhere. */
const strict = [
  'chain',
  'entries/evm',
  'node/runtime',
  'doors/dispatch',
  'node/faults',
  'rpc',
  'entries/wallet',
]

// Tests of the command start processes, and people judge pictures.
const untried = /^src\/entries\/(cli|timeline\/picture)\//

const map = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8')
const rooms = [...map.matchAll(/^\| [\d.]+ +\| `([\w/.]+)` +\|/gm)].map(
  ([, room]) => room as string,
)

const longestFirst = [...rooms].sort((one, other) => other.length - one.length)

/** The room of a file is the longest path that it stands below. */
function roomOf(file: string) {
  return longestFirst.find((room) => `${file}/`.startsWith(`src/${room}/`))
}

const files = readdirSync(new URL('../src', import.meta.url), {
  encoding: 'utf8',
  recursive: true,
})
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => !untried.test(path))
  .sort()
  .map((path) => ({ path, room: roomOf(path) }))

/** The rooms of ARCHITECTURE.md whose mutants are tried, and by which tests. */
export const mutantRooms = rooms
  .map((room) => ({
    room,
    least: strict.includes(room) ? 90 : 80,
    tests: testsOf[room] ?? [`test/${room}`],
    files: files.filter((file) => file.room === room).map(({ path }) => path),
  }))
  .filter((room) => room.files.length > 0)
