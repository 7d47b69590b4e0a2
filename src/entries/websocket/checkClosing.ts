import { utf8Length } from '../../base/hex/text.js'
import { mostReason } from '../../base/validation/closing.js'

/** @throws a DOMException, if a page may not close a socket so. */
export function checkClosing(code?: number, reason = ''): void {
  if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
    throw new DOMException(
      `Failed to execute 'close' on 'WebSocket': The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`,
      'InvalidAccessError',
    )
  if (utf8Length(String(reason)) > mostReason)
    throw new DOMException(
      `Failed to execute 'close' on 'WebSocket': The close reason must not be greater than ${mostReason} UTF-8 bytes.`,
      'SyntaxError',
    )
}
