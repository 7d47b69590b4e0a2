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
  const isName = typeof given === 'string' && fileName.test(given)
  if (!isName && !ArrayBuffer.isView(given)) return []
  const file = isName ? display(given) : 'file'
  return [
    {
      path: '',
      given: isName ? `${file}, the name of a file` : 'the bytes of a file',
      expected: 'its text',
      advice: `Read it first: ${reader}(readFileSync(${file}, 'utf8')).`,
    },
  ]
}
