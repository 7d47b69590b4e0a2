import { evm } from 'preseal/evm'
import { differ } from '../../entries/evm/differ.js'
import { same } from '../../model/same.js'
import type { Property } from '../property.js'

const engine = evm()

/** The tests of the engine try seeds below this one. */
const first = 1_000_000

export const programs: Property = {
  name: 'programs do on Osaka and Amsterdam what they do in ethereumjs',
  unit: 'programs',
  async hold(seed, cases) {
    for (let index = 0; index < cases; index++) {
      const program = first + 10 * seed + index
      const hardfork = index % 2 === 0 ? 'osaka' : 'amsterdam'
      const difference = await differ(engine, program, hardfork)
      same(`program ${program}`, undefined, difference)
    }
    return cases
  },
}
