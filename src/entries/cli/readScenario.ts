import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { type MockNodeOptions, parseScenario } from '../../index.js'
import { adviceOnFork } from './host/adviceOnFork.js'

/** The scenario in a text; a finding of an exploration holds one. */
export function readFinding(content: string): {
  readonly scenario: unknown
  /** What was found, in words. */
  readonly found?: string | undefined
} {
  if (!content.includes('"mishaps"')) return { scenario: content }
  const { scenario, invariant, mishaps, text } = JSON.parse(content) as {
    readonly scenario?: unknown
    readonly invariant?: string
    readonly mishaps?: readonly { readonly name: string }[]
    readonly text?: string
  }
  if (scenario === undefined) return { scenario: content }
  const names = (mishaps ?? []).map(({ name }) => name).join(', and ')
  return {
    scenario,
    found: `${invariant} does not hold when ${names}: ${text}`,
  }
}

/** The options in a file, in what comes on stdin, or none. */
export async function readScenario(
  file: string | undefined,
  stdin: NodeJS.ReadableStream,
): Promise<MockNodeOptions> {
  if (file === undefined) return {}
  const name = file === '-' ? 'stdin' : file
  const content = await (file === '-'
    ? text(stdin)
    : readFile(file, 'utf8')
  ).catch((error: NodeJS.ErrnoException) => {
    throw new PresealError(
      'CommandError',
      `Cannot read ${name}: ${error.code ?? error.message}.`,
      { reason: 'file' },
    )
  })
  try {
    return parseScenario(readFinding(content).scenario)
  } catch (error) {
    if (!isPresealError(error)) throw error
    const said = adviceOnFork(content) ?? error.message
    throw new PresealError('CommandError', `${name}: ${said}`, {
      reason: 'file',
      cause: error,
    })
  }
}
