// The JavaScript in dist/ imports nothing, and its declarations import only
// from viem (relative imports between the files of dist/ aside).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const allowed = { js: [], cjs: [], 'd.ts': ['viem'], 'd.cts': ['viem'] }

const problems = []
for (const [extension, packages] of Object.entries(allowed)) {
  const files = readdirSync('dist').filter(
    (file) => file.slice(file.indexOf('.') + 1) === extension,
  )
  if (files.length === 0) problems.push(`No .${extension} file in dist.`)
  for (const file of files) {
    const text = readFileSync(join('dist', file), 'utf8')
    const { importedFiles, typeReferenceDirectives, referencedFiles } =
      ts.preProcessFile(text, true, true)
    for (const { fileName } of [
      ...importedFiles,
      ...typeReferenceDirectives,
      ...referencedFiles,
    ])
      if (!fileName.startsWith('./') && !packages.includes(fileName))
        problems.push(`dist/${file} imports "${fileName}".`)
  }
}

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
