// Writes what package.json and tsconfig.json say of the entries; with `--check`
// it only reports what would change.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { entries } from './entries.js'

const isCheck = process.argv.includes('--check')

const exported = Object.fromEntries(
  entries.map(({ name, bundle }) => [
    name,
    {
      import: {
        types: `./dist/${bundle}.d.ts`,
        default: `./dist/${bundle}.js`,
      },
      require: {
        types: `./dist/${bundle}.d.cts`,
        default: `./dist/${bundle}.cjs`,
      },
    },
  ]),
)

// For `moduleResolution: node10`, which does not read exports.
const typesOf = Object.fromEntries(
  entries
    .filter(({ name }) => name !== '.')
    .map(({ name, bundle }) => [name.slice(2), [`./dist/${bundle}.d.cts`]]),
)

const paths = Object.fromEntries(
  entries.map(({ name, source }) => [
    `preseal${name.slice(1)}`,
    [`./${source}`],
  ]),
)

for (const { name, source } of entries)
  if (!existsSync(source)) complain(`The entry ${name} has no file ${source}.`)

update('package.json', {
  exports: {
    ...exported,
    './scenario.schema.json': './dist/scenario.schema.json',
    './package.json': './package.json',
  },
  typesVersions: { '*': typesOf },
})
update('tsconfig.json', { compilerOptions: { paths } })

function update(file: string, change: Record<string, object>) {
  const before = JSON.parse(readFileSync(file, 'utf8'))
  const after = {
    ...before,
    ...change,
    ...(change.compilerOptions && {
      compilerOptions: { ...before.compilerOptions, ...change.compilerOptions },
    }),
  }
  if (JSON.stringify(after) === JSON.stringify(before)) return
  if (!isCheck) {
    writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`)
    return
  }
  complain(
    `${file} says something else of the entries than scripts/entries.ts: run "npm run entries", then "npx biome check --write ${file}".`,
  )
}

function complain(message: string) {
  console.error(message)
  process.exitCode = 1
}
