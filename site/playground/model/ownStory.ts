import { formatScenario, isPresealError, parseScenario } from 'preseal'
import { poll, type Story } from './story.js'

/** What is wrong with a text, and where. */
export type Mistake = {
  readonly line: number
  readonly column: number
  readonly text: string
}

/** The most that is played, however long a scenario is. */
const most = 20_000

/** A scenario of the visitor's own as a story, or all that is wrong with it. */
export function ownStory(text: string): Story | readonly Mistake[] {
  try {
    const { clock: _, ...options } = parseScenario(text)
    const last = Math.max(0, ...(options.steps ?? []).map(({ at }) => at))
    const blockTime = Number(options.blockTime ?? 2_000)
    const until = Math.ceil((last + 2 * blockTime) / poll) * poll
    const json = formatScenario(options).trim()
    return {
      id: 'own',
      title: 'Your own',
      json,
      text:
        until > most
          ? `The scenario that you wrote, up to ${most / 1_000} s.`
          : 'The scenario that you wrote.',
      source: {
        options: () => options,
        imports: "import { parseScenario } from 'preseal'\n",
        code: `parseScenario(${quote(json)})`,
      },
      until: Math.min(most, Math.max(4_000, until)),
      acts: [],
    }
  } catch (error) {
    if (!isPresealError(error) || error.name !== 'InvalidScenarioError')
      throw error
    return error.problems.map(
      ({ path, expected, given, advice, ...where }) => ({
        line: where.line ?? 1,
        column: where.column ?? 1,
        text: [toSentence(path, given, expected), advice ?? '']
          .join(' ')
          .trim(),
      }),
    )
  }
}

function toSentence(path: string, given: string, expected: string): string {
  if (path !== '') return `${path} is ${given}, expected ${expected}.`
  // No path: the text is no JSON there.
  return `Here is ${given}, expected ${expected}.`
}

function quote(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``
}
