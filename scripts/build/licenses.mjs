// Writes dist/LICENSES.txt: every package that tsup inlined, with its version
// and licence text. esbuild names the file that each part of a bundle is from
// in a comment before it; src/base/hash/keccakModule.ts is the code of hash-wasm,
// and src/entries/evm/recovery/recoveryModule.ts that of libsecp256k1.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const directories = new Set(['node_modules/hash-wasm'])
for (const file of readdirSync('dist').filter((f) => /\.c?js$/.test(f))) {
  const text = readFileSync(join('dist', file), 'utf8')
  for (const [, directory] of text.matchAll(
    /^\/\/ (node_modules\/(?:@[^/\s]+\/)?[^/\s]+)\//gm,
  ))
    directories.add(directory)
}
if (directories.size === 1) throw new Error('The bundles name no package.')

const sections = [...directories].map((directory) => {
  const { name, version, license } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  )
  const file = readdirSync(directory).find((f) => /^licen[cs]e/i.test(f))
  if (!file) throw new Error(`No licence file in ${directory}.`)
  const text = readFileSync(join(directory, file), 'utf8').trim()
  return `${name}@${version} (${license})\n\n${text}\n`
})

const libsecp256k1 = readFileSync('scripts/recovery/LICENSE', 'utf8').trim()
sections.push(`libsecp256k1 (MIT)\n\n${libsecp256k1}\n`)

writeFileSync(
  'dist/LICENSES.txt',
  [
    'This package contains code of the following packages.\n',
    ...sections.sort(),
  ].join(`\n${'-'.repeat(72)}\n\n`),
)
