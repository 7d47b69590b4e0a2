/** A line of the file of a test, and where it stands. */
export type SourceLine = {
  /** Such as `test/pay.test.ts:7`. */
  readonly place: string
  /** What the pattern found there. */
  readonly found: RegExpExecArray
}

type Runtime = {
  cwd?(): string
  getBuiltinModule?(
    name: 'node:fs',
  ): { readFileSync(path: string, encoding: 'utf8'): string } | undefined
}

/** The lines of a file that have something, none where files cannot be read. */
export function findLines(
  file: string | undefined,
  pattern: RegExp,
): readonly SourceLine[] {
  const { process } = globalThis as { process?: Runtime }
  try {
    if (file === undefined) return []
    const text = process
      ?.getBuiltinModule?.('node:fs')
      ?.readFileSync(file, 'utf8')
    const folder = `${process?.cwd?.()}/`
    const path = file.startsWith(folder) ? file.slice(folder.length) : file
    return (text ?? '').split('\n').flatMap((line, at) => {
      const found = isComment.test(line) ? null : pattern.exec(line)
      return found === null ? [] : [{ place: `${path}:${at + 1}`, found }]
    })
  } catch {
    return []
  }
}

const isComment = /^\s*(\/\/|\/?\*)/
