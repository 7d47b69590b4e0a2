/** A line of the file of a test, and where it stands. */
export type SourceLine = {
  /** Such as `test/pay.test.ts:7`. */
  readonly place: string
  /** The same, from the root. */
  readonly line: string
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
  return linesOf(file).flatMap((text, at) => {
    const found = isComment.test(text) ? null : pattern.exec(text)
    const line = `${file}:${at + 1}`
    const place = inFolder(line)
    return found === null ? [] : [{ place, line, found }]
  })
}

/** A path as people write it, from the folder in which the tests run. */
export function inFolder(path: string): string {
  const { process } = globalThis as { process?: Runtime }
  const folder = `${process?.cwd?.()}/`
  return path.startsWith(folder) ? path.slice(folder.length) : path
}

/** Where it is, and the line between its neighbours, as a test runner shows it. */
export function excerptAt(place: string): string {
  const [, file = '', number = ''] = /^(.*):(\d+)$/.exec(place) ?? []
  return `at ${inFolder(place)}\n${excerptOf(file, Number(number))}`.trim()
}

function excerptOf(file: string, number: number): string {
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
