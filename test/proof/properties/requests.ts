import { fuzzed, tryFuzzed } from '../../doors/fuzz.js'
import type { Property } from '../property.js'

export const requests: Property = {
  name: 'whatever is sent is answered in a form that clients can read',
  unit: 'requests and files',
  async hold(seed, cases) {
    let tried = 0
    for (const one of fuzzed) {
      const numRuns = Math.ceil(one.part * cases)
      await tryFuzzed(one, { seed, numRuns })
      tried += numRuns
    }
    return tried
  },
}
