import type { Finding } from '../model/exploration.js'
import { shownText } from '../model/shownText.js'

/**
 * Formats a finding as text: the broken invariant and when it broke, the values
 * seen, and the story around it.
 *
 * @example
 * for (const finding of findings) console.log(formatFinding(finding))
 */
export function formatFinding(finding: Finding): string {
  const { invariant, text, looks, story } = finding
  return [
    `${invariant} does not hold ${mishapText(finding)}.`,
    sentence(text),
    ...(looks.length === 0 ? [] : [looksText(finding)]),
    ...story,
  ].join('\n\n')
}

/** In words, and by which it is run again. */
function mishapText({ mishaps }: Pick<Finding, 'mishaps'>): string {
  return mishaps.length === 0
    ? 'even though nothing goes wrong'
    : `when ${mishaps.map(({ name }) => name).join(', and ')}`
}

const mostLooks = 12

function looksText({ looks, invariant, at }: Finding): string {
  const [watch] = invariant.split(': ')
  const around = looks.filter((look) => look.at <= at).length - 1
  const first = Math.max(0, around - mostLooks + 3)
  const lines = looks.slice(first, first + mostLooks).map((look) => {
    const isHere = look === looks[around]
    return `${`${look.at}`.padStart(7)} ms  ${shownText(look.value)}${isHere ? '  ←' : ''}`
  })
  return [`What "${watch}" was:`, '', ...lines].join('\n')
}

function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase()
  return `${first}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
