import { fileName } from './fileName.js'

type Files = {
  mkdirSync(path: string, options: { recursive: true }): void
  writeFileSync(path: string, text: string): void
}

type Runtime = {
  cwd?(): string
  getBuiltinModule?(name: 'node:fs'): Files | undefined
}

/** Beside the pages of `preseal/reporter`, which empties its own folder. */
const folder = 'node_modules/.preseal-stories'

/** Writes a story if there are files, and says where; else undefined. */
export function writeStory(title: string, story: string): string | undefined {
  const { process } = globalThis as { process?: Runtime }
  try {
    const files = process?.getBuiltinModule?.('node:fs')
    const place = process?.cwd?.()
    if (files === undefined || place === undefined) return undefined
    const path = `${place}/${folder}`
    files.mkdirSync(path, { recursive: true })
    const file = `${path}/${fileName(title)}.txt`
    files.writeFileSync(file, story)
    return file
  } catch {
    // A test that failed is to say so, wherever it may write.
    return undefined
  }
}
