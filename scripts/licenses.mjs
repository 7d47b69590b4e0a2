// Writes dist/LICENSES.txt: every package that tsup inlined, as esbuild's
// metafiles list them, with its version and licence text.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const metafiles = ['dist/metafile-esm.json', 'dist/metafile-cjs.json']

const directories = new Set()
for (const metafile of metafiles) {
  const { outputs } = JSON.parse(readFileSync(metafile, 'utf8'))
  for (const output of Object.values(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
      const directory = file.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0]
      if (directory && bytesInOutput > 0) directories.add(directory)
    }
  rmSync(metafile)
}

const sections = [...directories].map((directory) => {
  const { name, version, license } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  )
  const file = readdirSync(directory).find((f) => /^licen[cs]e/i.test(f))
  if (!file) throw new Error(`No licence file in ${directory}.`)
  const text = readFileSync(join(directory, file), 'utf8').trim()
  return `${name}@${version} (${license})\n\n${text}\n`
})

writeFileSync(
  'dist/LICENSES.txt',
  [
    'This package contains code of the following packages.\n',
    ...sections.sort(),
  ].join(`\n${'-'.repeat(72)}\n\n`),
)
