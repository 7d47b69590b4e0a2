// What each file of dist/ may import: the main entry nothing, its declarations
// viem's types; the further entries modules of Node, and the command line the
// entries that it stands on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const allowed = {
  'index.js': [],
  'index.cjs': [],
  'index.d.ts': ['viem'],
  'index.d.cts': ['viem'],
  'server.js': ['node:'],
  'server.cjs': ['node:'],
  'server.d.ts': [],
  'server.d.cts': [],
  'record.js': ['./index.js'],
  'record.cjs': ['./index.cjs'],
  'record.d.ts': [],
  'record.d.cts': [],
  'presets.js': [],
  'presets.cjs': [],
  'presets.d.ts': [],
  'presets.d.cts': [],
  'cli.js': ['node:', './index.js', './server.js', './record.js'],
}

const isAllowed = (from, file) =>
  allowed[file].some((one) =>
    one.endsWith(':') ? from.startsWith(one) : from === one,
  )

const files = readdirSync('dist').filter((file) => /\.c?[jt]s$/.test(file))
const problems = Object.keys(allowed)
  .filter((file) => !files.includes(file))
  .map((file) => `No dist/${file}.`)
for (const file of files) {
  const text = readFileSync(join('dist', file), 'utf8')
  const { importedFiles, typeReferenceDirectives, referencedFiles } =
    ts.preProcessFile(text, true, true)
  if (!Object.hasOwn(allowed, file)) problems.push(`dist/${file} is unknown.`)
  else
    for (const { fileName } of [
      ...importedFiles,
      ...typeReferenceDirectives,
      ...referencedFiles,
    ])
      if (!isAllowed(fileName, file))
        problems.push(`dist/${file} imports "${fileName}".`)
}

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
