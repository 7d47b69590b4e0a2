import { readdirSync } from 'node:fs'
import { everyMethod } from '../../src/api/control/methods.js'
import { verbs } from '../../src/api/verbs.js'
import { errors } from '../../src/base/errors/table.js'
import * as presets from '../../src/entries/presets/index.js'
import { rulesOf } from '../../src/node/faults/endpoint.js'
import { faultTypes } from '../../src/node/faults/faultTypes.js'
import { parseOptions } from '../../src/node/options/parseOptions.js'
import { steps } from '../../src/node/runtime/steps/steps.js'
import type { Parameter } from '../../src/rpc/method/method.js'
import {
  isPromptMethod,
  walletMethods,
} from '../../src/rpc/method/walletMethods.js'
import { methods, servedMethods } from '../../src/rpc/methods/methods.js'
import { subscriptionNames } from '../../src/rpc/subscriptions/subscriptionTypes.js'
import { entries } from '../entries.js'
import {
  commentsOf,
  commentsOfType,
  commentsOfTypes,
  firstSentences,
  memberNames,
} from './comments.js'

/** A table of the reference that says what code says. */
export type Table = {
  /** Below docs/reference/, without its ending. */
  readonly page: string
  readonly head: readonly string[]
  readonly rows: () => readonly Row[]
}

type Row = readonly (string | typeof kept)[]

/** A cell that code does not say: as the page says. */
const kept = null

/** The rows, with what the page says in those that it has. */
export function withKept(
  rows: readonly Row[],
  page: readonly (readonly string[])[],
): string[][] {
  return rows.map((row) => {
    const own = page.find(([first]) => first === row[0]) ?? []
    return row.map((cell, at) => cell ?? own[at] ?? '')
  })
}

const code = (text: string) => `\`${text}\``
const codes = (names: readonly string[]) => names.map(code).join(', ')

/** A sentence of a comment as the text of a cell. */
function cell(sentences: ReadonlyMap<string, string>, name: string): string {
  const sentence = sentences.get(name)
  if (sentence === undefined || sentence === '')
    throw new Error(`Say in a doc comment what ${name} is or does.`)
  const text = sentence.replace(/\.$/, '')
  return /^[A-Z][a-z ]/.test(text)
    ? `${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text
}

/** The defaults of a table, whose words are those of the page. */
function defaults(head: string, values: object): Table {
  return {
    page: 'options',
    head: [head, 'default', 'unit, meaning'],
    rows: () =>
      Object.entries(values).map(([name, value]) => [
        code(name),
        defaultText(value),
        kept,
      ]),
  }
}

function defaultText(value: unknown): string {
  if (value === undefined) return ''
  if (value === `0x${'0'.repeat(40)}`) return 'the zero address'
  if (value === `0x${'0'.repeat(64)}`) return '32 zero bytes'
  if (typeof value === 'string') return code(`'${value}'`)
  if (typeof value === 'object') {
    const text = JSON.stringify(value)
    return text.length > 2 && value !== null ? 'see below' : code(text)
  }
  const digits = `${value}`.replaceAll(/\B(?=(\d{3})+$)/g, '_')
  return code(typeof value === 'bigint' ? `${digits}n` : digits)
}

/** The options of a node, those of a group by a path. */
function allDefaults(): object {
  const { header, calls, finalityLag, subscriptions, answers, ...top } =
    parseOptions(undefined)
  const groups = { header, calls, finalityLag, subscriptions, answers }
  return Object.fromEntries([
    // Each node has its own time; files have a version, and a duration.
    ...Object.entries({
      ...top,
      timestamp: 1_767_225_600n,
      version: 1,
      duration: undefined,
    }),
    ...Object.entries(groups).flatMap(([group, fields]) =>
      Object.entries(fields).map(([key, value]) => [`${group}.${key}`, value]),
    ),
  ])
}

/** The fields of a schema; those that may be left out have a question mark. */
function fieldsOf(
  fields: Readonly<
    Record<string, { safeParse(given: unknown): { success: boolean } }>
  >,
): string {
  return codes(
    Object.entries(fields).map(([name, field]) =>
      field.safeParse(undefined).success ? `${name}?` : name,
    ),
  )
}

const presetFolder = 'src/entries/presets/'

/** What the acts of each subject say of themselves, and of their verbs. */
const subjects = ['transaction', 'account', 'rule', 'block', 'node'].map(
  (subject) => {
    const file = subject === 'node' ? subject : `${subject}s`
    const path = `src/node/runtime/steps/${file}.ts`
    const type = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}Verbs`
    return {
      acts: commentsOf(path, `${subject}Acts`),
      verbs: commentsOfType(path, type),
    }
  },
)

const aTransaction =
  'a [transaction](../guide/transactions.md#transaction-fields)'

/** The types of the verbs that have no step, each with one. */
const ownVerbs = new Map(
  ['ApplyVerb', 'AdvanceVerb', 'NextBeatVerb', 'NextBlockVerb', 'SeekVerb']
    .concat('NodeVerbs')
    .flatMap((type) => [...commentsOfType('src/api/verbs.ts', type)]),
)

export const tables: readonly Table[] = [
  defaults('option', allDefaults()),
  defaults(
    'field of `l1Attributes`',
    parseOptions({ l1Attributes: {} }).l1Attributes ?? {},
  ),
  defaults('field of `endpoint`', rulesOf('dedicated')),
  defaults(
    'field of `answers.sendSync`',
    parseOptions(undefined).answers.sendSync,
  ),
  {
    page: 'entries',
    head: ['import', 'what it has'],
    rows: () => [
      ...entries.map(({ name, what }) => [
        code(`preseal${name.slice(1)}`),
        what,
      ]),
      [
        code('preseal/scenario.schema.json'),
        'the [JSON Schema for scenario files](../guide/scenarios.md#scenario-files)',
      ],
      [code('npx preseal'), 'the [commands](command-line.md)'],
    ],
  },
  {
    page: 'errors',
    head: ['name', 'kind', 'thrown when'],
    rows() {
      const sentences = commentsOf('src/base/errors/table.ts', 'errors')
      return Object.entries(errors).map(([name, { kind }]) => [
        `[${code(name)}](#${name.toLowerCase()})`,
        code(kind),
        cell(sentences, name),
      ])
    },
  },
  {
    page: 'faults',
    head: ['`type`', 'further fields', 'effect'],
    rows() {
      const sentences = new Map([
        ...commentsOfTypes('src/node/faults/faultTypes.ts'),
        ...commentsOfTypes('src/chain/model/transaction.ts'),
      ])
      return faultTypes.map(({ type, fields }) => [
        code(`'${type}'`),
        codes(
          Object.entries(fields).map(([name, { isOptional }]) =>
            isOptional ? `${name}?` : name,
          ),
        ),
        cell(sentences, type),
      ])
    },
  },
  {
    page: 'scenarios',
    head: ['step', 'fields', 'what it does'],
    rows() {
      const sentences = new Map(subjects.flatMap(({ acts }) => [...acts]))
      return Object.entries(steps).map(([type, { fields }]) => [
        code(`'${type}'`),
        type === 'preconfirm'
          ? `the fields of ${aTransaction}`
          : fieldsOf(fields('code')),
        cell(sentences, type),
      ])
    },
  },
  {
    page: 'node',
    head: ['method', 'takes', 'what it does'],
    rows() {
      const sentences = new Map(subjects.flatMap(({ verbs }) => [...verbs]))
      const ofSteps = Object.entries(steps).flatMap(([type, act]) => {
        if (!('verb' in act)) return []
        const { fields, verb } = act
        const all = fieldsOf(fields('code'))
        const isOne = 'toFields' in verb
        const takes = all === '' || isOne ? all : `an object with ${all}`
        return [
          [
            code(type),
            type === 'preconfirm' ? aTransaction : takes,
            cell(sentences, type),
          ],
        ]
      })
      return [
        ...ofSteps,
        [
          code('apply'),
          'a [step](scenarios.md#steps) without `at`',
          cell(ownVerbs, 'apply'),
        ],
        [code('handle'), codes(['method', 'answer']), cell(ownVerbs, 'handle')],
      ]
    },
  },
  {
    page: 'node',
    head: ['method', 'how it moves time'],
    rows: () =>
      [...ownVerbs.keys()]
        .filter((name) => name !== 'apply' && name !== 'handle')
        .map((name) => [code(name), cell(ownVerbs, name)]),
  },
  {
    page: 'node',
    head: ['`node.on`', 'when', 'with'],
    rows: () =>
      [
        ...commentsOfType(
          'src/node/runtime/events/nodeEvents.ts',
          'NodeEvents',
        ),
      ].map(([name, sentence]) => [
        code(`'${name}'`),
        cell(new Map([[name, sentence]]), name),
        kept,
      ]),
  },
  {
    page: 'node',
    head: ['member', 'what it is or does'],
    rows() {
      const { emit: _, ...members } = Object.fromEntries(
        commentsOfType('src/api/mockNode.ts', 'MockNodeMembers'),
      )
      return Object.keys(members).map((name) => [
        code(name),
        cell(new Map(Object.entries(members)), name),
      ])
    },
  },
  {
    page: 'scenarios',
    head: ['preset', 'what happens', 'parameters'],
    rows() {
      const files = readdirSync(presetFolder).map((file) => presetFolder + file)
      const sentences = new Map(
        files.flatMap((file) => [...firstSentences(file)]),
      )
      const { sequence: _, ...all } = presets
      return Object.keys(all)
        .sort()
        .map((name) => {
          const own = files.flatMap((file) => memberNames(file, name))
          return [code(name), cell(sentences, name), codes(own)]
        })
    },
  },
  {
    page: 'methods',
    head: ['method', 'parameters', 'answer', 'further faults', 'as'],
    rows: () =>
      servedMethods.map((name) => [
        code(name),
        codes(
          (methods[name].params as readonly Parameter[]).map((one) =>
            one.absent === undefined ? one.name : `${one.name}?`,
          ),
        ),
        kept,
        kept,
        kept,
      ]),
  },
  {
    page: 'methods',
    head: ['name', 'option', 'sends', 'as'],
    rows: () =>
      subscriptionNames.map((name) => [code(`'${name}'`), kept, kept, kept]),
  },
  {
    page: 'methods',
    head: ['control method', 'parameters', 'answer'],
    rows() {
      const sentences = commentsOf('src/api/control/methods.ts', 'rows')
      const ofVerbs = verbs.map(({ name }) => `preseal_${name}`)
      const others = [...everyMethod()].filter(
        ([name, method]) =>
          'control' in method &&
          !ofVerbs.includes(name) &&
          // Those of anvil, by their other name.
          (!name.startsWith('hardhat_') || sentences.has(name)),
      )
      return [
        [
          codes(ofVerbs),
          'the argument of the [node method](node.md) of that name',
          'its result; of `preseal_fault`, an id of the fault',
        ],
        ...others.map(([name, { params }]) => [
          code(name),
          codes(params.map(({ name }) => name)),
          cell(sentences, name),
        ]),
      ]
    },
  },
  {
    page: 'wallet',
    head: ['method', 'prompts', 'answer'],
    rows() {
      const sentences = commentsOf(
        'src/rpc/method/walletMethods.ts',
        'walletMethods',
      )
      return Object.keys(walletMethods).map((name) => [
        code(name),
        isPromptMethod(name) ? 'yes' : 'no',
        cell(sentences, name),
      ])
    },
  },
]
