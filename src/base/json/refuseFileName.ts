import { display } from '../hex/display.js'
import type { Problem } from '../validation/problem.js'

const fileName = /^[^\s{}[\]"']+\.\w+$/

/** The mistake of passing the name of a file to what reads its text, if it is one. */
export function refuseFileName(
  text: string,
  reader: string,
): readonly Problem[] {
  if (!fileName.test(text)) return []
  return [
    {
      path: '',
      given: `${display(text)}, the name of a file`,
      expected: 'its text',
      advice: `Read it first: ${reader}(readFileSync(${display(text)}, 'utf8')).`,
    },
  ]
}
