import { display } from '../hex/display.js'
import type { Problem } from '../validation/problem.js'

const fileName = /^[^\s{}[\]"']+\.\w+$/

/**
 * The mistake of passing the name or the bytes of a file to what reads its text,
 * if it is one.
 */
export function refuseUnread(
  given: unknown,
  reader: string,
): readonly Problem[] {
  const expected = 'its text'
  if (typeof given === 'string')
    return fileName.test(given)
      ? [
          {
            path: '',
            given: `${display(given)}, the name of a file`,
            expected,
            advice: `Read it first: ${reader}(readFileSync(${display(given)}, 'utf8')).`,
          },
        ]
      : []
  const isBytes =
    ArrayBuffer.isView(given) ||
    Object.prototype.toString.call(given) === '[object ArrayBuffer]'
  return isBytes
    ? [
        {
          path: '',
          given: 'the bytes of a file',
          expected,
          advice: `Read it as text: ${reader}(readFileSync(file, 'utf8')).`,
        },
      ]
    : []
}
