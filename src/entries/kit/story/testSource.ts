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
  const folder = `${process?.cwd?.()}/`
  const path = file?.startsWith(folder) ? file.slice(folder.length) : file
  return linesOf(file).flatMap((line, at) => {
    const found = isComment.test(line) ? null : pattern.exec(line)
    return found === null ? [] : [{ place: `${path}:${at + 1}`, found }]
  })
}

/** A line of a file between its neighbours, as a test runner shows it. */
export function excerptOf(file: string | undefined, number: number): string {
  const lines = linesOf(file)
  if (lines[number - 1] === undefined) return ''
  const from = Math.max(1, number - 2)
  return lines
    .slice(from - 1, number + 1)
    .map((line, index) => {
      const mark = from + index === number ? '>' : ' '
      return `${mark} ${String(from + index).padStart(4)} | ${line}`
    })
    .join('\n')
}

function linesOf(file: string | undefined): readonly string[] {
  const { process } = globalThis as { process?: Runtime }
  try {
    if (file === undefined) return []
    const fs = process?.getBuiltinModule?.('node:fs')
    return (fs?.readFileSync(file, 'utf8') ?? '').split('\n')
  } catch {
    return []
  }
}

const isComment = /^\s*(\/\/|\/?\*)/
