import type { Fork, ForkRecord } from '../../../index.js'

export type ForkNote = Parameters<NonNullable<Fork['note']>>[0]

/** Integers as strings that no other field can hold. */
const integer = /^\d+n$/

export function formatNote(note: ForkNote): string {
  return JSON.stringify(note, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

/** @throws for what `formatNote` has not written. */
export function parseNote(line: string): ForkNote {
  return JSON.parse(line, (_, value) =>
    typeof value === 'string' && integer.test(value)
      ? BigInt(value.slice(0, -1))
      : value,
  )
}

type Files = {
  appendFileSync(path: string, text: string): void
  existsSync(path: string): boolean
  mkdtempSync(prefix: string): string
  readFileSync(path: string, encoding: 'utf8'): string
}

type Runtime = {
  env?: { readonly [name: string]: string | undefined }
  getBuiltinModule?(name: 'node:fs'): Files | undefined
}

/** Names the folder in which `npx preseal fork` waits for what tests miss. */
export const notesVariable = 'PRESEAL_FORK_NOTES'

/** ms from look to look, and looks, until nobody is there any more */
const pause = 2
const mostLooks = 60_000

/**
 * Asks the command that records for what is missing, and waits for it; undefined
 * if none records. It is a file that is asked, since a beat cannot wait for a
 * promise.
 */
export function createFileNotes(record: ForkRecord): Fork['note'] {
  const { process } = globalThis as { process?: Runtime }
  const folder = process?.env?.[notesVariable]
  const files = process?.getBuiltinModule?.('node:fs')
  if (!folder || files === undefined || !files.existsSync(folder))
    return undefined
  const own = files.mkdtempSync(`${folder}/`)
  const noted = new Set<string>()
  let answers = 0
  return (note) => {
    const line = formatNote(note)
    if (noted.has(line)) return false
    noted.add(line)
    files.appendFileSync(`${own}/notes`, `${line}\n`)
    if (note.type === 'read') return false
    answers += 1
    const answer = waitFor(files, own, answers)
    if (answer === undefined) return false
    for (const part of ['accounts', 'code', 'blockHashes'] as const)
      Object.assign(record[part], answer[part])
    for (const [address, slots] of Object.entries(answer.storage)) {
      const known = record.storage as { [address: string]: object }
      known[address] = { ...known[address], ...slots }
    }
    return true
  }
}

/** The answer of that number; undefined if none comes. */
function waitFor(
  files: Files,
  folder: string,
  number: number,
):
  | Pick<ForkRecord, 'accounts' | 'code' | 'storage' | 'blockHashes'>
  | undefined {
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  for (let look = 0; look < mostLooks; look++) {
    // Renamed into its place when it is whole.
    const file = `${folder}/${number}`
    if (files.existsSync(file))
      return JSON.parse(files.readFileSync(file, 'utf8'))
    if (!files.existsSync(folder)) return undefined
    Atomics.wait(nothing, 0, 0, pause)
  }
  return undefined
}
