import { evm } from 'preseal/evm'
import { differ } from '../../entries/evm/differ.js'
import { same } from '../../model/same.js'
import type { Property } from '../property.js'

const engine = evm()

/** Beyond the seeds that the tests of the engine try. */
const first = 1_000_000

export const programs: Property = {
  name: 'programs do on Osaka what they do in ethereumjs',
  unit: 'programs',
  async hold(seed, cases) {
    for (let index = 0; index < cases; index++) {
      const program = first + seed * 1_000 + index
      const difference = await differ(engine, program, 'osaka')
      same(`program ${program}`, undefined, difference)
    }
    return cases
  },
}
