import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import type { Node, VariableDeclaration } from 'typescript'
import { command, entries } from '../../scripts/entries.js'
import { ts } from '../../scripts/typescript.js'

// The room of a file is the longest path in the table that it stands below. A
// file imports from rooms of a lower rank and from its own.
const read = (path: string) =>
  readFileSync(new URL(path, import.meta.url), 'utf8')
const ranks = new Map(
  [
    ...read('../../ARCHITECTURE.md').matchAll(
      /^\| ([\d.]+) +\| ((?:`[\w/.]+`(?:, )?)+) +\|/gm,
    ),
  ].flatMap(([, rank, rooms = '']) =>
    [...rooms.matchAll(/`([\w/]+)(?:\.ts)?`/g)].map(
      ([, room]) => [room as string, Number(rank)] as const,
    ),
  ),
)

// Rooms of this rank stand on nothing.
const lowest = 0.1

// Entries beside the main one know of the rest what its users do, and read what
// they are given as all rooms do. What some import besides stands in a table.
const isEntry = (room: string) => room.startsWith('entries/')
const exceptions = [
  ...read('exceptions.md').matchAll(/^\| `(entries\/\w+)` +\| (`.*?`) +\|/gm),
].flatMap(([, entry, imported = '']) =>
  [...imported.matchAll(/`(.+?)`/g)].map(([, at]) => ({ entry, at })),
)

// Entries cannot reach the clock room. This file is the platform's clock and
// nothing else, handed on as a parameter to whatever tells time.
const platformClock = 'entries/endpoint/platformClock.ts'

// What a test's timers are, and which are fake, is the business of the kit.
const testTimers = 'entries/kit/timers/'

const timeAndChance = [
  'Date',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'AbortSignal.timeout',
  'Math.random',
  'crypto.getRandomValues',
  'crypto.randomUUID',
  'process.hrtime',
  'process.nextTick',
]

// The last word of each, which whoever reads it writes.
const readsTimeOrChance = new RegExp(
  `\\b(${timeAndChance.map((name) => name.replace(/.*\./, '')).join('|')})\\b`,
)

type File = { path: string; room: string; text: string; imports: string[] }
export type Rule = (file: File, files: File[]) => string[]

/** Works it out once for each key, of which rule after rule asks it. */
function ofEach<key extends object, more extends unknown[], result>(
  work: (key: key, ...more: more) => result,
) {
  const known = new WeakMap<key, result>()
  return (key: key, ...more: more): result => {
    const result = known.get(key) ?? work(key, ...more)
    known.set(key, result)
    return result
  }
}

/** The room of a file, or its own path where the table has none. */
const roomOf = (path: string): string => {
  const [first = '', ...more] = path.split('/')
  if (more.length === 0) return first.replace(/\.ts$/, '')
  const folders = more.map((_, at) => [first, ...more.slice(0, at)].join('/'))
  return folders.reverse().find((folder) => ranks.has(folder)) ?? path
}

const roomsOnNode = [...entries, command]
  .filter(({ runs }) => runs === 'node')
  .map(({ source }) => roomOf(source.replace('src/', '')))

const toFile = (path: string, text: string): File => ({
  path,
  room: roomOf(path),
  text,
  imports: ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName),
})

/** Whether a file imports of viem more than types, as far as its text says. */
const runsViem =
  /(?<!import type [^;']*)\b(?:from|import|require)\b\(?\s*['"`]viem\b/

/** The nodes of a file; of one without any of these words, none. */
const nodesOf = ({ path, text }: File, words: RegExp): readonly Node[] =>
  words.test(text) ? parse(path, text) : []

const parse = (path: string, text: string): readonly Node[] => {
  const target = ts.ScriptTarget.ES2022
  const nodes: Node[] = [ts.createSourceFile(path, text, target, true)]
  for (const node of nodes)
    ts.forEachChild(node, (child) => {
      nodes.push(child)
    })
  return nodes
}

const byPath = ofEach(
  (files: File[]) => new Map(files.map((file) => [file.path, file])),
)

const resolve = (file: File, from: string, files: File[]) => {
  const path = posix.join(posix.dirname(file.path), from)
  return byPath(files).get(path.replace(/\.js$/, '.ts'))
}

const neighbours = ofEach((file: File, files: File[]) =>
  file.imports.flatMap((from) => resolve(file, from, files) ?? []),
)

/** Two paths as far as they agree, and one segment more. */
const apart = (one: string, other: string): [string, string] => {
  const [from, to] = [one, other].map((path) => posix.dirname(path).split('/'))
  const at = from?.findIndex((segment, index) => segment !== to?.[index]) ?? -1
  const end = at < 0 ? (from?.length ?? 0) + 1 : at + 1
  return [from ?? [], to ?? []].map((list) => list.slice(0, end).join('/')) as [
    string,
    string,
  ]
}

/** Which folders import which: `hex codec`. Files beside a folder are one. */
const foldersOf = ofEach(
  (files: File[]) =>
    new Set(
      files.flatMap((file) =>
        neighbours(file, files).map((other) =>
          apart(file.path, other.path).join(' '),
        ),
      ),
    ),
)

/** Those that lead to a circle of imports; elsewhere imports come to an end. */
const endless = ofEach((files: File[]) => {
  let left = new Set(files)
  for (;;) {
    const next = files.filter(
      (file) =>
        left.has(file) &&
        neighbours(file, files).some((other) => left.has(other)),
    )
    if (next.length === left.size) return left
    left = new Set(next)
  }
})

const isLower = (room: string, than: string) =>
  Number(ranks.get(room)) < Number(ranks.get(than))

const packageOf = (from: string) =>
  from.split('/', from.startsWith('@') ? 2 : 1).join('/')

// Names that a declaration or a call brings in from viem at run time; `*`
// stands for all of them.
const viemNames = (node: Node): string[] => {
  if (ts.isCallExpression(node))
    return /^(import|require)\(['"`]viem\b/.test(node.getText()) ? ['*'] : []
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return []
  const from = node.moduleSpecifier
  if (!from || !ts.isStringLiteral(from) || packageOf(from.text) !== 'viem')
    return []
  const clause = ts.isImportDeclaration(node) ? node.importClause : node
  if (clause?.isTypeOnly) return []
  const names = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : node.exportClause
  if (!names || !('elements' in names)) return ['*']
  return [...names.elements]
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => (propertyName ?? name).text)
}

// The name that a node reads: `setTimeout`, `Math.random`,
// `globalThis['Date']`, `const { random } = Math`.
const nameRead = (node: Node): string | undefined => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(node))
    return `${node.expression.getText()}.${node.name.text}`
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteralLike(node.argumentExpression)
      ? `${node.expression.getText()}.${node.argumentExpression.text}`
      : undefined
  if (ts.isBindingElement(node)) {
    const name = (node.propertyName ?? node.name).getText()
    const { initializer } = parent.parent as VariableDeclaration
    return initializer ? `${initializer.getText()}.${name}` : undefined
  }
  if (!ts.isIdentifier(node)) return undefined
  const isKey =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node) ||
    ((ts.isTypeElement(parent) || ts.isObjectLiteralElement(parent)) &&
      parent.name === node &&
      !ts.isShorthandPropertyAssignment(parent))
  return isKey ? undefined : node.text
}

export const rules: Record<string, Rule> = {
  'every file stands in a room of the rank table': ({ room }) =>
    ranks.has(room) ? [] : [room],

  'relative imports name a file of src': (file, files) =>
    file.imports.filter(
      (from) => from.startsWith('.') && !resolve(file, from, files),
    ),

  'imports go to lower ranks': (file, files) =>
    neighbours(file, files)
      .map(({ room }) => room)
      .filter((room) => room !== file.room && !isLower(room, file.room)),

  'no two folders import each other': (file, files) => {
    const both = foldersOf(files)
    return neighbours(file, files)
      .map((other) => apart(file.path, other.path))
      .filter(([from, to]) => from !== to && both.has(`${to} ${from}`))
      .map(([from, to]) => `${from} and ${to}`)
  },

  'no file imports itself through others': (file, files) => {
    if (!endless(files).has(file)) return []
    const reached = new Set(neighbours(file, files))
    for (const other of reached)
      for (const next of neighbours(other, files)) reached.add(next)
    return reached.has(file) ? [file.path] : []
  },

  'only the clock imports fake-timers': ({ room, imports }) =>
    imports.filter(
      (from) =>
        packageOf(from) === '@sinonjs/fake-timers' && room !== 'base/clock',
    ),

  'the chain imports neither zod nor eventemitter3': ({ room, imports }) =>
    imports.filter(
      (from) =>
        ['zod', 'eventemitter3'].includes(packageOf(from)) && room === 'chain',
    ),

  'no file imports the package itself, or a module of Node outside of entries that run there':
    ({ imports, room }) =>
      imports.filter((from) =>
        roomsOnNode.includes(room)
          ? packageOf(from) === 'preseal'
          : ['preseal', ...builtinModules].includes(
              packageOf(from.replace(/^node:/, '')),
            ),
      ),

  'further entries import public names, and what stands on nothing': (
    file,
    files,
  ) =>
    isEntry(file.room)
      ? neighbours(file, files)
          .filter(({ path, room }) =>
            isEntry(room)
              ? room !== file.room && path !== `${room}/index.ts`
              : !['index', 'base/validation'].includes(room) &&
                ranks.get(room) !== lowest &&
                !exceptions.some(
                  ({ entry, at }) =>
                    entry === file.room && (at === path || at === room),
                ),
          )
          .map(({ path }) => path)
      : [],

  // Its error classes, say, would not be those of the user's copy.
  'nothing of viem runs but in contracts': (file) =>
    file.room === 'entries/contracts'
      ? []
      : nodesOf(file, runsViem).flatMap(viemNames),

  'only the clock knows time and chance': (file) =>
    nodesOf(file, readsTimeOrChance)
      .flatMap((node) => nameRead(node) ?? [])
      .map((name) => name.replace(/^(globalThis|self|window|global)\./, ''))
      .filter(
        (name) =>
          timeAndChance.includes(name) &&
          file.room !== 'base/clock' &&
          file.path !== platformClock &&
          !file.path.startsWith(testTimers),
      ),
}

const filesOf = ofEach((sources: Record<string, string>) =>
  Object.entries(sources).map(([path, text]) => toFile(path, text)),
)

export const violations = (rule: Rule, sources: Record<string, string>) => {
  const files = filesOf(sources)
  return files.flatMap((file) =>
    rule(file, files).map((found) => `${file.path}: ${found}`),
  )
}

/** Exceptions of the map that no entry makes use of. */
export const unusedExceptions = (sources: Record<string, string>) => {
  const files = filesOf(sources)
  return exceptions.filter(
    ({ entry, at }) =>
      !files.some(
        (file) =>
          file.room === entry &&
          neighbours(file, files).some(
            ({ path, room }) => at === path || at === room,
          ),
      ),
  )
}
