import { PresealError } from '../../../base/errors/errors.js'
import {
  missesOf,
  missingText,
  recordingCommand,
} from '../../../chain/fork/missing.js'
import type { MockNode } from '../../../index.js'

/** All that a test missed in the records of its forks; undefined: nothing. */
export function missesError(
  nodes: readonly MockNode[],
): PresealError<'NotRecordedError'> | undefined {
  const lines = nodes.flatMap(missesOf).map(({ missing, by }) => {
    const asker = by.length === 0 ? '' : `, for ${by.join(', ')}`
    return `${missingText(missing)}${asker}`
  })
  return lines.length === 0 ? undefined : notRecordedError(lines)
}

/** Thrown by a test that passed on answers that nobody recorded. */
function notRecordedError(
  lines: readonly string[],
): PresealError<'NotRecordedError'> {
  return new PresealError(
    'NotRecordedError',
    `The fork's record lacks what this test read: ${lines.join('; ')}. Record it: ${recordingCommand}.`,
  )
}
