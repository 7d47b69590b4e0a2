// What each file of dist/ may import: modules of Node where it runs on Node
// alone, and the bundles that it stands on. Declarations import viem's types,
// those of each other, and those that they add to. And how large a bundle may
// be, as published, with all that it inlines.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { command, type Entry, entries, loaded } from './entries.js'
import { ts } from './typescript.js'

const all: readonly Omit<Entry, 'name' | 'what' | 'source'>[] = [
  ...entries,
  ...loaded,
  command,
]
const allowed = new Map<string, string[]>()
for (const { bundle, runs, imports, needs = [] } of all)
  for (const extension of bundle === command.bundle ? ['js'] : ['js', 'cjs'])
    allowed.set(`${bundle}.${extension}`, [
      ...(runs === 'node' ? ['node:'] : []),
      ...imports.map((other) => `./${other}.${extension}`),
      ...needs,
    ])

const declarations = /\.d\.c?ts$/

const augmentedIn = (file: string) =>
  entries.find(({ bundle }) => file.startsWith(`${bundle}.`))?.augments ?? []

const allowedIn = (file: string) =>
  declarations.test(file)
    ? ['viem', './', ...augmentedIn(file)]
    : allowed.get(file)

const files = readdirSync('dist').filter((file) => /\.c?[jt]s$/.test(file))
const problems = [...allowed.keys()]
  .filter((file) => !files.includes(file))
  .map((file) => `No dist/${file}.`)
for (const file of files) {
  const known = allowedIn(file)
  if (known === undefined) problems.push(`dist/${file} is unknown.`)
  const text = readFileSync(join('dist', file), 'utf8')
  const { importedFiles, typeReferenceDirectives, referencedFiles } =
    ts.preProcessFile(text, true, true)
  for (const { fileName } of [
    ...importedFiles,
    ...typeReferenceDirectives,
    ...referencedFiles,
  ]) {
    const isAllowed = known?.some((one) =>
      /[:/]$/.test(one) ? fileName.startsWith(one) : fileName === one,
    )
    if (!isAllowed) problems.push(`dist/${file} imports "${fileName}".`)
  }
}
for (const { bundle, bytes } of all) {
  if (!files.includes(`${bundle}.js`)) continue
  const { size } = statSync(join('dist', `${bundle}.js`))
  if (size > bytes)
    problems.push(
      `dist/${bundle}.js has ${size} bytes, and scripts/entries.ts allows ${bytes}.`,
    )
}

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
