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
    'src/schema/step.ts': before(
      ['  | BlockStep\n', "  | { type: 'note'; text: string }\n"],
      [
        '...blockSteps(',
        "note: z.strictObject({ at, type: z.literal('note'), text: value(values.text) }),\n",
      ],
    ),
    'src/schema/names.ts': before([
      '  preconfirm: {',
      "  note: { text: 'noName' },\n",
    ]),
    'src/runtime/applyStep.ts': before([
      '  expectBlock: (',
      '  note: (moment) => withoutEvents(moment, {}),\n',
    ]),
  },

  'fault type': {
    'src/faults/types/faultTypes.ts': before(
      ['import { hang }', "import { garbled } from './garbled.js'\n"],
      ['  zero,\n', '  garbled,\n'],
    ),
    'src/faults/types/garbled.ts':
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

  preset: {
    'src/presets/index.ts': before([
      'export { sequence }',
      "export { quietHour } from './quietHour.js'\n",
    ]),
    'src/presets/quietHour.ts':
      create(`import { readStory } from './internal/readStory.js'
import { toScenario } from './internal/toScenario.js'
import type { PresetOptions } from './internal/presetOptions.js'
import type { Scenario } from './internal/scenario.js'

export function quietHour(options: PresetOptions = {}): Scenario {
  return toScenario(readStory('quietHour', options, {}), 1_800, [])
}
`),
  },

  verb: {
    'src/api/scriptVerbs.ts': before([
      '  fault(fault: Fault)',
      '  expectBlock(parameters: { hash: Hash }): void\n',
    ]),
    'src/api/createVerbs.ts': before([
      '    handle(',
      "    expectBlock: (given) =>\n      apply({ type: 'expectBlock', ...parseVerb('expectBlock', given) }),\n",
    ]),
    'src/schema/parseVerb.ts': before(
      ['  advance: number', "  expectBlock: FieldsOf<'expectBlock'>\n"],
      ['  advance: once(', "  expectBlock: ofStep('expectBlock'),\n"],
    ),
    'src/control/presealMethods.ts': before([
      "  seek: verb('seek'",
      "  expectBlock: verb('expectBlock', (on, given) =>\n    on.verbs.expectBlock(given),\n  ),\n",
    ]),
  },

  'transaction type': {
    'src/codec/transactionTypes.ts': before(
      ['\n/** Those of imported', "  | 'timed'\n"],
      ['  yParity: parity(', "  expiry: quantity('expiry'),\n"],
      [
        '  eip4844: {',
        "  timed: { number: '0x7d', fields: [...dynamicFee, 'expiry'], signature, isScripted: true },\n",
      ],
    ),
    'src/chain/transaction.ts': before([
      '  /** deposit: wei',
      '  expiry?: bigint | undefined\n',
    ]),
    'src/chain/createTransaction.ts': before([
      '  value: ({ value })',
      '  expiry: ({ expiry }) => expiry ?? 0n,\n',
    ]),
    'src/schema/preconfirm.ts': before(
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
      create(`import type { Dispatcher } from '../dispatch/dispatcher.js'

export function createPlainDoor({ dispatch }: Dispatcher) {
  return async (request: unknown): Promise<unknown> => dispatch(request)
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
    source: 'src/trace/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 10_000,
  },
`,
  ]),
  'src/trace/index.ts': create('export const trace = true\n'),
}
