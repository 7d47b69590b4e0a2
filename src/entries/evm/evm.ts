import { display } from '../../base/hex/display.js'
import type { Engine, Environment } from '../../engine/engine.js'
import { blockAccessList } from './blockAccessList.js'
import { execute } from './execute.js'
import type { Rules } from './machine/machine.js'
import { recoverSigner } from './recovery/recoverSigner.js'
import { createRules, moveAll } from './rules.js'

export type EvmOptions = {
  /**
   * Limit of the work of precompiles in one transaction or call, in units of
   * about a microsecond. Default 3,000,000; Infinity means no limit.
   */
  readonly computeUnitLimit?: number | undefined
}

/** Enough for about 2,000 recovered signers, or 100 proofs of four pairings. */
const defaultLimit = 3_000_000

/**
 * An interpreter of EVM bytecode, as the `engine` of a node.
 *
 * It runs Cancun, Prague, Osaka and Amsterdam, as the environment asks, with all
 * their precompiles. It is synchronous and holds no state except caches.
 *
 * @example
 * const node = createMockNode({ engine: evm() })
 *
 * @throws TypeError for an unknown option, and if `computeUnitLimit` is not a
 * number from 0 on.
 */
export function evm(options: EvmOptions = {}): Engine {
  checkOptions(options)
  const { computeUnitLimit = defaultLimit } = options
  if (typeof computeUnitLimit !== 'number' || !(computeUnitLimit >= 0))
    throw new TypeError(
      `Option "computeUnitLimit" of evm is ${String(computeUnitLimit)}, expected a number from 0 on, or Infinity for no limit`,
    )
  const known = new Map<string, Rules>()
  const rulesOf = (environment: Environment) => {
    const { hardfork, p256VerifyGas, movedPrecompiles } = environment
    const key = `${hardfork} ${p256VerifyGas}`
    const rules = known.get(key) ?? createRules(hardfork, p256VerifyGas)
    known.set(key, rules)
    return movedPrecompiles === undefined
      ? rules
      : moveAll(rules, movedPrecompiles)
  }
  let running = 0
  return {
    name: 'evm',
    recoverSigner,
    blockAccessList,
    execute(state, environment, message, observer) {
      const isNested = running > 0
      const rules = rulesOf(environment)
      running++
      try {
        return execute(
          rules,
          state,
          environment,
          message,
          observer,
          isNested,
          computeUnitLimit,
        )
      } finally {
        running--
      }
    },
  }
}

function checkOptions(given: unknown): void {
  const isOptions =
    typeof given === 'object' &&
    given !== null &&
    Object.keys(given).every((name) => name === 'computeUnitLimit')
  if (!isOptions)
    throw new TypeError(
      `evm was given ${display(given)}, expected { computeUnitLimit }, or nothing`,
    )
}
