import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../docs/pages.js'
import { createCompiler } from './compile.js'
import { editedText, entryRecipe, recipes } from './recipes.js'

const compile = createCompiler()

/** In these lists one begins, as nothing else could ask for it. */
const begun = [
  'src/api/verbs/verbs.ts',
  'src/node/faults/types/faultTypes.ts',
  'src/entries/presets/index.ts',
  'src/entries/wallet/chains.ts',
  'src/rpc/methods/network.ts',
  'src/rpc/subscriptions/types/subscriptionTypes.ts',
  'src/node/runtime/steps/steps.ts',
]

describe.each(Object.entries(recipes))('a %s', (_, recipe) => {
  const paths = Object.keys(recipe)

  test('compiles with all of its files', () => {
    expect(compile(recipe, paths)).toEqual([])
  })

  test.each(paths.filter((path) => !begun.includes(path)))(
    'does not compile without %s',
    (missing) => {
      const others = paths.filter((path) => path !== missing)
      const errors = compile(recipe, others)
      expect(errors).not.toEqual([])
      // The compiler leads to a file of the recipe, and to no other.
      expect(paths).toEqual(
        expect.arrayContaining(errors.map(([path]) => path)),
      )
    },
  )
})

describe('an entry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'preseal-entry-'))
  const manifests = ['package.json', 'tsconfig.json']
  for (const path of ['scripts', 'src', ...manifests])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  afterAll(() => rmSync(folder, { recursive: true }))
  const [list = '', source = ''] = Object.keys(entryRecipe)

  test('is refused until its source is there and it is written', () => {
    apply(list)
    for (const path of [source, ...manifests])
      expect(writeEntries('--check')).toContain(path)
    apply(source)
    expect(writeEntries('--check')).not.toContain(source)
    expect(writeEntries()).toBe('')
    expect(writeEntries('--check')).toBe('')
  })

  function apply(path: string) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, editedText(entryRecipe, path, folder))
  }

  /** What it complains of. */
  function writeEntries(...args: string[]): string {
    const tsx = createRequire(import.meta.url).resolve('tsx/cli')
    const script = 'scripts/writeEntries.ts'
    return spawnSync(process.execPath, [tsx, script, ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).stderr
  }
})
