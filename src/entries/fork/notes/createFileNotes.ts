import type { Fork } from '../../../index.js'
import { formatNote } from './noteLine.js'

type Files = { appendFileSync(path: string, text: string): void }

type Runtime = {
  env?: { readonly [name: string]: string | undefined }
  getBuiltinModule?(name: 'node:fs'): Files | undefined
}

/** Names the file to which `npx preseal fork` has the tests write. */
export const notesVariable = 'PRESEAL_FORK_NOTES'

/** Writes down what is read, for the command that records; else undefined. */
export function createFileNotes(): Fork['note'] {
  const { process } = globalThis as { process?: Runtime }
  const file = process?.env?.[notesVariable]
  const files = process?.getBuiltinModule?.('node:fs')
  if (!file || files === undefined) return undefined
  const noted = new Set<string>()
  return (note) => {
    const line = formatNote(note)
    if (noted.has(line)) return false
    noted.add(line)
    files.appendFileSync(file, `${line}\n`)
    return false
  }
}
