import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a file's text of what it is now; undefined where there is none yet. */
type Edit = (text: string | undefined) => string

/** By path, what the smallest addition of each kind changes; begun by the first. */
export type Recipe = { readonly [path: string]: Edit }

/** A file of a copy of the project, edited. */
export function editedText(recipe: Recipe, path: string, root: string): string {
  const file = join(root, path)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  return (recipe[path] as Edit)(text)
}

/** Puts lines before the first place that an anchor stands at. */
function before(...changes: [anchor: string, added: string][]): Edit {
  return (text = '') =>
    changes.reduce((changed, [anchor, added]) => {
      const at = changed.indexOf(anchor)
      if (at < 0)
        throw new Error(
          `A recipe of test/contributing/recipes.ts looks for ${JSON.stringify(anchor)}, which has changed: write what stands there now.`,
        )
      return changed.slice(0, at) + added + changed.slice(at)
    }, text)
}

const create =
  (text: string): Edit =>
  () =>
    text

/** Those through which the compiler leads, by their names in CONTRIBUTING.md. */
export const recipes: { readonly [kind: string]: Recipe } = {
  step: {
    'src/node/runtime/steps/steps.ts': before(
      [
        'import { type ReorgStep',
        "import { type NoteStep, type NoteVerb, note, noteNames } from './note.js'\n",
      ],
      ['  | PreconfirmStep\n', '  | NoteStep\n'],
      ['PreconfirmVerb &', 'NoteVerb & '],
      ['  announceBlock,\n', '  note,\n'],
      ['  preconfirm: preconfirmNames,', '  note: noteNames,\n'],
    ),
    'src/node/runtime/steps/note.ts':
      create(`import { value } from '../../schema/schema.js'
import { text } from '../../../base/validation/values.js'
import type { RolesOf } from '../names/roles.js'
import { transition } from '../moment/transition.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type NoteStep = { type: 'note'; text: string }

export type NoteVerb = {
  note(parameters: { text: string }): void
}

export const noteNames: RolesOf<NoteStep> = { text: 'noName' }

export const note = {
  type: 'note',
  fields: () => ({ text: value(text) }),
  apply: (moment) => transition(moment),
  verb: { name: 'note' },
} as const satisfies StepWithVerb<NoteStep, NoteVerb>
`),
  },

  'fault type': {
    'src/node/faults/types/faultTypes.ts': before(
      ['import { http }', "import { garbled } from './garbled.js'\n"],
      ['  http,\n', '  garbled,\n'],
    ),
    'src/node/faults/types/garbled.ts':
      create(`import type { FaultType } from './faultType.js'

/** The answer lacks its end; what is asked is done. */
export type GarbledFault = { readonly type: 'garbled' }

export const garbled: FaultType<GarbledFault> = {
  type: 'garbled',
  fields: {},
  stages: ['answered'],
  effect: {
    type: 'answer',
    answer: (_, ran) =>
      ran?.type === 'result'
        ? { type: 'result', value: String(ran.value).slice(0, -1) }
        : (ran ?? { type: 'network' }),
  },
}
`),
  },

  method: {
    'src/rpc/methods/network.ts': before(
      ["  | 'eth_syncing'", "  | 'eth_coinbase'\n"],
      [
        '  net_version: method(',
        "  eth_coinbase: method({ reads: 'chain', isPublic: true, params: [], answer: () => result('0x') }),\n",
      ],
    ),
  },

  subscription: {
    'src/rpc/subscriptions/types/subscriptionTypes.ts': before(
      ['import { newHeads }', "import { newGaps } from './newGaps.js'\n"],
      ['  newHeads,\n', '  newGaps,\n'],
    ),
    'src/rpc/subscriptions/types/newGaps.ts':
      create(`import { readNothing } from '../readOption.js'
import type { SubscriptionType } from './subscriptionType.js'

export const newGaps: SubscriptionType<undefined> = {
  type: 'newGaps',
  isUsual: false,
  read: readNothing,
  results: (_, { view: { now } }) => [now],
}
`),
  },

  'wallet method': {
    'src/entries/wallet/chains.ts': before([
      '  wallet_watchAsset: method(',
      '  wallet_getAssets: method([], () => ({})),\n\n',
    ]),
    'src/rpc/method/walletMethods.ts': before([
      '  wallet_getCallsStatus:',
      "  wallet_getAssets: 'silent',\n",
    ]),
  },

  preset: {
    'src/entries/presets/index.ts': before([
      'export { sequence }',
      "export { quietHour } from './quietHour.js'\n",
    ]),
    'src/entries/presets/quietHour.ts':
      create(`import { parsePreset } from './internal/parsePreset.js'
import { toScenario } from './internal/toScenario.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'

export function quietHour(options: PresetOptions = {}): Scenario {
  return toScenario(parsePreset('quietHour', options, {}), 1_800, [])
}
`),
  },

  verb: {
    'src/api/verbs/verbs.ts': before(
      [
        'import { type SeekVerb',
        "import { type PauseVerb, pause } from './pause.js'\n",
      ],
      ['ApplyVerb &', 'PauseVerb & '],
      ['  apply,\n', '  pause,\n'],
    ),
    'src/api/verbs/pause.ts': create(`import type { Verb } from './verb.js'

export type PauseVerb = {
  pause(): void
}

export const pause: Verb = {
  name: 'pause',
  parameter: null,
  call: (runtime) => runtime.move('nextBeat', 2),
}
`),
  },

  'transaction type': {
    'src/base/codec/transactionTypes.ts': before(
      ['\n/** Types of imported', "  | 'timed'\n"],
      ['  yParity: parity(', "  expiry: quantity('expiry'),\n"],
      [
        '  eip4844: {',
        "  timed: { number: '0x7d', fields: [...dynamicFee, 'expiry'], signature, isScripted: true },\n",
      ],
    ),
    'src/chain/model/transaction.ts': before([
      '  /** deposit: wei',
      '  expiry?: bigint | undefined\n',
    ]),
    'src/chain/model/createTransaction.ts': before([
      '  value: ({ value })',
      '  expiry: ({ expiry }) => expiry ?? 0n,\n',
    ]),
    'src/node/schema/preconfirm.ts': before(
      ['    mint: wei,', '    expiry: wei,\n'],
      ["  mint: leaveOut('deposit'),", "  expiry: leaveOut('timed'),\n"],
    ),
    'src/rpc/format/formatTransaction.ts': before([
      "    case 'eip1559':",
      "    case 'timed':\n      return { hash: transaction.hash, type: text.type } as unknown as WireTransaction\n",
    ]),
  },

  door: {
    'src/api/mockNode.ts': before([
      '    readonly fetch: FetchFn',
      '    readonly ask: (request: unknown) => Promise<unknown>\n',
    ]),
    'src/createMockNode.ts': before(
      [
        'import { createFetch }',
        "import { createPlainDoor } from './doors/createPlainDoor.js'\n",
      ],
      ['    fetch: createFetch(', '    ask: createPlainDoor(dispatcher),\n'],
    ),
    'src/doors/createPlainDoor.ts':
      create(`import { readRequest } from '../rpc/readRequest.js'
import type { Dispatcher } from './dispatch/dispatcher.js'

export function createPlainDoor({ dispatch }: Dispatcher) {
  return async (request: unknown): Promise<unknown> => dispatch(readRequest(request))
}
`),
  },
}

/** What `npm run entries` leads through, in place of the compiler. */
export const entryRecipe: Recipe = {
  'scripts/entries.ts': before([
    "  {\n    name: './server'",
    `  {
    name: './trace',
    bundle: 'trace',
    source: 'src/entries/trace/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 10_000,
  },
`,
  ]),
  'src/entries/trace/index.ts': create('export const trace = true\n'),
}
