import { type Dialect, displayIn } from '../../base/validation/amounts.js'
import type { Refusal } from '../../base/validation/problem.js'
import { depositGas } from '../../chain/model/l1Attributes.js'
import { checkContracts } from '../schema/contract.js'
import type { Given, Options } from './resolveOptions.js'

/** The rules between options, defaults included. */
export function checkOptions(
  given: Given,
  resolved: Options,
  dialect: Dialect,
  isRefused: (key: keyof Given) => boolean,
): Refusal[] {
  const refusals: Refusal[] = []
  const { blockTime, preconfirmationTime } = resolved
  if (
    blockTime % preconfirmationTime !== 0 &&
    !isRefused('blockTime') &&
    !isRefused('preconfirmationTime')
  ) {
    const beats = Math.max(1, Math.round(blockTime / preconfirmationTime))
    refusals.push({
      path: ['blockTime'],
      given: displayResolved(blockTime, given.blockTime),
      expected: `a whole multiple of "preconfirmationTime", which is ${displayResolved(preconfirmationTime, given.preconfirmationTime)}`,
      advice: `Write ${beats * preconfirmationTime}, or another "preconfirmationTime".`,
    })
  }
  const { gasLimit, elasticityMultiplier } = resolved.header
  if (gasLimit < elasticityMultiplier && !isRefused('header'))
    refusals.push({
      path: ['header', 'gasLimit'],
      given: displayResolved(
        displayIn(dialect, gasLimit),
        given.header?.gasLimit,
      ),
      expected: `at least "elasticityMultiplier", which is ${displayResolved(elasticityMultiplier, given.header?.elasticityMultiplier)}`,
    })
  const { safe, finalized } = resolved.finalityLag
  if (finalized < safe && !isRefused('finalityLag'))
    refusals.push({
      path: ['finalityLag', 'finalized'],
      given: displayResolved(finalized, given.finalityLag?.finalized),
      expected: `at least "safe", which is ${displayResolved(safe, given.finalityLag?.safe)}`,
    })
  const { beatsSeenBy, subscriptions } = resolved
  if (
    beatsSeenBy === 'none' &&
    subscriptions.newHeads === 'beat' &&
    !isRefused('beatsSeenBy') &&
    !isRefused('subscriptions')
  )
    refusals.push({
      path: ['subscriptions', 'newHeads'],
      given: '"beat"',
      expected: '"block", as option "beatsSeenBy" is "none"',
    })
  return [
    ...refusals,
    ...(isRefused('accounts') || isRefused('contracts')
      ? []
      : checkContracts(resolved)),
    ...(isRefused('header') || isRefused('l1Attributes')
      ? []
      : checkDeposit(resolved, dialect)),
  ]
}

/** The deposit must fit every block. */
function checkDeposit(
  { l1Attributes, header: { gasLimit } }: Options,
  dialect: Dialect,
): Refusal[] {
  if (l1Attributes === null) return []
  const refusals: Refusal[] = []
  const most = displayIn(dialect, depositGas)
  const { gasUsed } = l1Attributes
  if (gasLimit < depositGas)
    refusals.push({
      path: ['header', 'gasLimit'],
      given: displayIn(dialect, gasLimit),
      expected: `at least ${most}, the gas limit of the deposit that "l1Attributes" puts into each block`,
    })
  if (gasUsed > depositGas)
    refusals.push({
      path: ['l1Attributes', 'gasUsed'],
      given: displayIn(dialect, gasUsed),
      expected: `at most ${most}, the deposit's gas limit`,
    })
  return refusals
}

function displayResolved(resolved: number | string, given: unknown): string {
  return given === undefined ? `${resolved} by default` : `${resolved}`
}
