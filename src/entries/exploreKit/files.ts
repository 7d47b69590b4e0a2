import { fileName } from '../../base/words/words.js'
import type { Mishap, parseFound } from '../explore/index.js'

type Files = {
  existsSync(path: string): boolean
  mkdirSync(path: string, options: { recursive: true }): void
  readdirSync(path: string): string[]
  readFileSync(path: string, encoding: 'utf8'): string
  writeFileSync(path: string, text: string): void
}

type Runtime = {
  readonly env?: { readonly [name: string]: string | undefined }
  getBuiltinModule?(name: 'node:fs'): Files | undefined
}

/** Beside the test, as snapshots have a folder of theirs. */
const folder = '__mishaps__'

/** The mishaps that were found earlier by this test. */
export function readFound(
  testFile: string | undefined,
  test: string,
  parse: typeof parseFound,
): (readonly Mishap[])[] {
  const files = filesOfNode()
  const path = folderOf(testFile)
  if (files === undefined || path === undefined || !files.existsSync(path))
    return []
  return files
    .readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${path}/${name}`)
    .map((file) => parse(files.readFileSync(file, 'utf8'), file))
    .filter(
      ({ test: name, file = nameOf(testFile) }) =>
        name === test && file === nameOf(testFile),
    )
    .map(({ mishaps }) => mishaps)
}

/** Writes a finding beside its test, and says where; never in CI. */
export function keepFound(
  testFile: string | undefined,
  test: string,
  invariant: string,
  text: string,
): string | undefined {
  const files = filesOfNode()
  const path = folderOf(testFile)
  if (files === undefined || path === undefined || environment().isCI)
    return undefined
  files.mkdirSync(path, { recursive: true })
  const start = `${path}/${fileName(test)}.${fileName(invariant)}`
  // Each finding has a file of its own, also beside others of one invariant.
  for (let count = 1; ; count++) {
    const file = `${start}${count === 1 ? '' : `.${count}`}.json`
    const isFree =
      !files.existsSync(file) || files.readFileSync(file, 'utf8') === text
    if (!isFree) continue
    files.writeFileSync(file, text)
    return file
  }
}

function filesOfNode(): Files | undefined {
  const { process } = globalThis as { process?: Runtime }
  return process?.getBuiltinModule?.('node:fs')
}

/** Without folders, which differ between machines. */
export function nameOf(testFile: string | undefined): string | undefined {
  return testFile?.split(/[\\/]/).at(-1)
}

function folderOf(testFile: string | undefined): string | undefined {
  return testFile?.replace(/[^\\/]+$/, folder)
}

/** Options from the environment of the test run, beside those in the tests. */
export function environment() {
  const { process } = globalThis as { process?: Runtime }
  const env = process?.env ?? {}
  const { PRESEAL_SEED, PRESEAL_PAIRS, PRESEAL_SHARD, PRESEAL_PAGES, CI } = env
  return {
    seed: PRESEAL_SEED || undefined,
    pairs: PRESEAL_PAIRS ? Number(PRESEAL_PAIRS) : undefined,
    shard: PRESEAL_SHARD || undefined,
    arePagesWanted: PRESEAL_PAGES === '1',
    /** As snapshots see it. */
    isCI: CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0',
  }
}
