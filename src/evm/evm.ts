import type { Engine, Environment } from '../engine/engine.js'
import { execute } from './execute.js'
import type { Rules } from './machine/machine.js'
import { createRules } from './rules.js'

/**
 * An interpreter of EVM bytecode, as the `engine` of a node.
 *
 * It runs Cancun, Prague and Osaka, whichever the environment names, with all
 * their precompiles, synchronously and without state of its own but caches.
 *
 * @example
 * const node = createMockNode({ engine: evm() })
 */
export function evm(): Engine {
  const known = new Map<string, Rules>()
  const rulesOf = (environment: Environment) => {
    const { hardfork, p256VerifyGas } = environment
    const key = `${hardfork} ${p256VerifyGas}`
    const rules = known.get(key) ?? createRules(hardfork, p256VerifyGas)
    known.set(key, rules)
    return rules
  }
  let running = 0
  return {
    execute(state, environment, message, observer) {
      const isNested = running > 0
      const rules = rulesOf(environment)
      running++
      try {
        return execute(rules, state, environment, message, observer, isNested)
      } finally {
        running--
      }
    },
  }
}
