// What each file of dist/ may import: the main entry nothing, the further
// entries modules of Node, and the command line the entries that it stands on.
// Declarations import viem's types, and those of each other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const allowed = {
  'index.js': [],
  'index.cjs': [],
  'presets.js': [],
  'presets.cjs': [],
  'evm.js': [],
  'evm.cjs': [],
  'stream.js': [],
  'stream.cjs': [],
  'server.js': ['node:'],
  'server.cjs': ['node:'],
  'record.js': ['./index.js'],
  'record.cjs': ['./index.cjs'],
  'cli.js': ['node:', './index.js', './server.js', './record.js'],
}

const declarations = /\.d\.c?ts$/

const allowedIn = (file) =>
  declarations.test(file) ? ['viem', './'] : allowed[file]

const isAllowed = (from, file) =>
  allowedIn(file).some((one) =>
    /[:/]$/.test(one) ? from.startsWith(one) : from === one,
  )

const files = readdirSync('dist').filter((file) => /\.c?[jt]s$/.test(file))
const problems = Object.keys(allowed)
  .filter((file) => !files.includes(file))
  .map((file) => `No dist/${file}.`)
for (const file of files) {
  const text = readFileSync(join('dist', file), 'utf8')
  const { importedFiles, typeReferenceDirectives, referencedFiles } =
    ts.preProcessFile(text, true, true)
  if (allowedIn(file) === undefined) problems.push(`dist/${file} is unknown.`)
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
