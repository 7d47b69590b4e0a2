import { type Dialect, displayIn } from '../../base/validation/amounts.js'
import type { Refusal } from '../../base/validation/problem.js'
import { baseTimeStep } from '../../chain/deposits/baseTime.js'
import { depositGas } from '../../chain/deposits/l1Attributes.js'
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
  if (!isRefused('blockTime') && !isRefused('l1Attributes'))
    refusals.push(...checkBaseTime(given, resolved))
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

/** It is the second deposit, and knows of some instants alone. */
function checkBaseTime(
  given: Given,
  { baseTime, l1Attributes, blockTime }: Options,
): Refusal[] {
  if (!baseTime) return []
  const refusals: Refusal[] = []
  if (l1Attributes === null)
    refusals.push({
      path: ['baseTime'],
      given: 'true',
      expected: 'false, as option "l1Attributes" is null',
      advice: 'Write l1Attributes: {} beside it.',
    })
  if (blockTime % baseTimeStep !== 0)
    refusals.push({
      path: ['blockTime'],
      given: displayResolved(blockTime, given.blockTime),
      expected: `a whole multiple of ${baseTimeStep}, as option "baseTime" is true`,
    })
  return refusals
}

/** The deposits must fit every block. */
function checkDeposit(
  { l1Attributes, baseTime, header: { gasLimit } }: Options,
  dialect: Dialect,
): Refusal[] {
  if (l1Attributes === null) return []
  const refusals: Refusal[] = []
  const most = displayIn(dialect, depositGas)
  const { gasUsed } = l1Attributes
  const least = baseTime ? depositGas + gasUsed : depositGas
  if (gasLimit < least)
    refusals.push({
      path: ['header', 'gasLimit'],
      given: displayIn(dialect, gasLimit),
      expected: baseTime
        ? `at least ${displayIn(dialect, least)}, room for the deposits that "l1Attributes" and "baseTime" put into each block`
        : `at least ${most}, the gas limit of the deposit that "l1Attributes" puts into each block`,
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
