// Compiles recover.c with the sources of libsecp256k1 that the npm package
// `secp256k1` has, and writes src/entries/evm/recovery/recoveryModule.ts. In a
// folder of your own, then here:
//
//   npm install --ignore-scripts secp256k1@5.0.2 @yowasp/clang@22.0.0-git20542-10
//   node scripts/recovery/compile.mjs path/to/that/folder
import {
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const packages = join(realpathSync(process.argv[2] ?? '.'), 'node_modules')
const { runClang } = await import(
  pathToFileURL(join(packages, '@yowasp/clang/gen/bundle.js')).href
)

function tree(folder) {
  const entries = readdirSync(folder).map((name) => {
    const path = join(folder, name)
    const isFolder = statSync(path).isDirectory()
    return [name, isFolder ? tree(path) : readFileSync(path)]
  })
  return Object.fromEntries(entries)
}

const library = join(packages, 'secp256k1/src/secp256k1')
const own = readFileSync(new URL('recover.c', import.meta.url))
const { 'recover.wasm': wasm } = await runClang(
  [
    'clang',
    '--target=wasm32-wasip1',
    '-Oz',
    '-flto',
    '-nostartfiles',
    '-Wl,--no-entry,--gc-sections,--strip-all',
    '-Wl,-z,stack-size=65536',
    '-Wno-everything',
    // Without 128 bits of the platform's, 26 of each word are the fastest.
    '-DUSE_FIELD_10X26',
    '-DUSE_SCALAR_8X32',
    '-DUSE_NUM_NONE',
    '-DUSE_FIELD_INV_BUILTIN',
    '-DUSE_SCALAR_INV_BUILTIN',
    '-DUSE_ENDOMORPHISM',
    '-DECMULT_WINDOW_SIZE=5',
    '-Isrc',
    '-Iinclude',
    'src/recover.c',
    '-o',
    'recover.wasm',
  ],
  {
    src: { ...tree(join(library, 'src')), 'recover.c': own },
    include: tree(join(library, 'include')),
  },
)

const target = '../../src/entries/evm/recovery/recoveryModule.ts'
writeFileSync(
  new URL(target, import.meta.url),
  `/**
 * The WebAssembly module that recovers keys, in base64, made of libsecp256k1
 * (MIT, Pieter Wuille) by scripts/recovery/compile.mjs: ${wasm.length} bytes.
 */
export const recoveryModule =
  '${Buffer.from(wasm).toString('base64')}'
`,
)
