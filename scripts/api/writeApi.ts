// Writes the public types of each entry, as they are in dist/, beside this file:
//   npm run build && npm run api
// With `--check` it writes nothing, and fails where they have changed.
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { entries } from '../entries.js'
import { ts } from '../typescript.js'
import { apiReport } from './apiReport.js'

const folder = 'scripts/api'

const files = entries.map(({ bundle }) => `dist/${bundle}.d.ts`)
const program = ts.createProgram(files, {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: ['node'],
  strict: true,
  noEmit: true,
})

// What the main entry says is not said again by the others.
const [main, ...others] = entries.map(({ bundle, name }) => ({
  path: `${folder}/${bundle}.txt`,
  file: `dist/${bundle}.d.ts`,
  title: `preseal${name.slice(1)}`,
}))
if (main === undefined) throw new Error('There is no entry.')
const first = apiReport(program, main.file, main.title, new Set())
const reports = [
  { path: main.path, text: first.text },
  ...others.map(({ path, file, title }) => ({
    path,
    text: apiReport(program, file, title, first.declared).text,
  })),
]

const left = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => `${folder}/${name}`)
  .filter((path) => !reports.some((report) => report.path === path))
if (process.argv.includes('--check')) {
  const changed = reports.filter(
    ({ path, text }) =>
      !existsSync(path) || readFileSync(path, 'utf8') !== text,
  )
  const names = [...changed.map(({ path }) => path), ...left]
  if (names.length > 0) {
    console.error(
      `The public types are not those of ${names.join(', ')}. If the change is meant, run "npm run api", and commit what it writes with a changeset.`,
    )
    process.exitCode = 1
  }
} else {
  for (const { path, text } of reports) writeFileSync(path, text)
  for (const path of left) rmSync(path)
}
