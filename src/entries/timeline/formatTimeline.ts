import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { reason } from '../../base/hex/display.js'
import {
  arrayOf,
  type FieldValidators,
  fitting,
  objectOf,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import { invalidParameters } from '../../base/validation/problem.js'
import {
  address,
  boolean,
  natural,
  oneOf,
  positive,
  text,
} from '../../base/validation/values.js'
import type { Address, MockNode } from '../../index.js'
import { textsBy } from './annotate.js'
import { formatHtml } from './picture/formatHtml.js'
import { formatSvg } from './picture/formatSvg.js'
import { readScene } from './picture/readScene.js'
import type { ShownAt } from './picture/scene.js'
import {
  isTimeline,
  readTimeline,
  refuseNode,
  refuseTimeline,
} from './read/readTimeline.js'
import type { Timeline } from './read/timeline.js'
import { formatText } from './text/formatText.js'

export type FormatOptions = {
  /** Lines of text, an SVG picture, or an HTML page; default `'text'` */
  readonly as?: 'text' | 'svg' | 'html' | undefined
  /** Maximum of text lines; reads are cut first. Default 100 */
  readonly most?: number | undefined
  /** Title of a picture or a page; default `'A chain'` */
  readonly title?: string | undefined
  /** Width of a picture in px, such as 390 for a phone; default 960 */
  readonly width?: number | undefined
  /**
   * The account whose balance a picture and a page show; default the recipient
   * of the first transaction
   */
  readonly account?: Address | undefined
  /** What a test failed with and where, above the story of a page; default none */
  readonly failure?: string | undefined
  /** What an application showed beside the chain on a page; default nothing */
  readonly shown?: readonly ShownAt[] | undefined
}

const fields = {
  as: optional(oneOf('text', 'svg', 'html'), 'text' as const),
  most: optional(
    fitting<number>((given) => Number(given) >= 1, 'a number from 1 on'),
    undefined,
  ),
  title: optional(text, 'A chain'),
  width: optional(positive, undefined),
  account: optional(address, undefined),
  failure: optional(text, undefined),
  shown: optional(
    arrayOf(
      objectOf<ShownAt>({
        at: natural,
        values: textsBy('an object of texts by name', text),
        html: optional(text, undefined),
        isWrong: optional(boolean, undefined),
      }),
    ),
    undefined,
  ),
} satisfies FieldValidators<FormatOptions>

/**
 * Formats the story of a node for people.
 *
 * @example
 * console.log(formatTimeline(node))
 * await writeFile('chain.html', formatTimeline(node, { as: 'html' }))
 *
 * @param of - A node, or the result of `readTimeline`.
 * @throws InvalidParametersError if the argument is neither, or an option unknown.
 */
export function formatTimeline(
  of: MockNode | Timeline,
  options: FormatOptions = {},
): string {
  const { as, most, title, width, account, failure, shown } = readOptions(
    'formatTimeline',
    options,
    fields,
    isTimeline(of)
      ? refuseTimeline(of)
      : refuseNode(
          'formatTimeline',
          of,
          'a node, or the result of readTimeline',
        ),
  )
  const accounts = account === undefined ? [] : [account]
  const timeline = isTimeline(of) ? of : readTimeline(of, { accounts })
  try {
    switch (as) {
      case 'text':
        return formatText(timeline, most === undefined ? {} : { most })
      case 'svg':
        return formatSvg(readScene(timeline, { title, account }), width)
      case 'html':
        return formatHtml(
          readScene(timeline, { title, account, failure, shown }),
        )
    }
  } catch (error) {
    if (timeline !== of || isPresealError(error)) throw error
    throw wrongPartError(error)
  }
}

/** A part of a timeline that was changed by hand is missing or of another type. */
function wrongPartError(
  cause: unknown,
): PresealError<'InvalidParametersError'> {
  const problem = {
    path: 'timeline',
    given: `one with a wrong part (${reason(cause)})`,
    expected: 'what readTimeline returned',
    advice: 'If it was edited, compare its parts with the type Timeline.',
  }
  const { message } = invalidParameters('formatTimeline', [problem])
  return new PresealError('InvalidParametersError', message, {
    problems: [problem],
    cause,
  })
}
