import type { Issue } from '../../base/hex/hex.js'
import { type Dialect, displayIn } from '../../base/validation/amounts.js'
import { baseTimeStep, depositGas } from '../../chain/blocks/deposits.js'
import { findUnknownEndpoint } from '../faults/faultState.js'
import type { Fault } from '../faults/faultTypes.js'
import { checkContracts } from '../schema/contract.js'
import type { Profile } from './options.js'
import type { Given, Options } from './resolveOptions.js'

type Checked = {
  /** Without what a profile lays under it. */
  readonly own: Given
  /** Values of the fork's record. */
  readonly live: Given | undefined
  readonly profile: Profile | undefined
  readonly resolved: Options
  readonly dialect: Dialect
}

/** The rules between options, defaults, a fork and a profile included. */
export function checkConflicts(
  checked: Checked,
  isRefused: (key: keyof Given) => boolean,
): Issue[] {
  const { resolved, dialect } = checked
  const refusals: Issue[] = []
  const { blockTime, preconfirmationTime } = resolved
  if (
    blockTime % preconfirmationTime !== 0 &&
    !isRefused('blockTime') &&
    !isRefused('preconfirmationTime')
  ) {
    const beats = Math.max(1, Math.round(blockTime / preconfirmationTime))
    refusals.push({
      path: ['blockTime'],
      given: say(checked, blockTime, (of) => of.blockTime),
      expected: `a whole multiple of "preconfirmationTime", which is ${say(checked, preconfirmationTime, (of) => of.preconfirmationTime)}`,
      advice: `Write ${beats * preconfirmationTime}, or another "preconfirmationTime".`,
    })
  }
  const { gasLimit, elasticityMultiplier } = resolved.header
  if (gasLimit < elasticityMultiplier && !isRefused('header'))
    refusals.push({
      path: ['header', 'gasLimit'],
      given: say(
        checked,
        displayIn(dialect, gasLimit),
        (of) => of.header?.gasLimit,
      ),
      expected: `at least "elasticityMultiplier", which is ${say(checked, elasticityMultiplier, (of) => of.header?.elasticityMultiplier)}`,
    })
  const { safe, finalized } = resolved.finalityLag
  if (finalized < safe && !isRefused('finalityLag'))
    refusals.push({
      path: ['finalityLag', 'finalized'],
      given: say(checked, finalized, (of) => of.finalityLag?.finalized),
      expected: `at least "safe", which is ${say(checked, safe, (of) => of.finalityLag?.safe)}`,
    })
  if (!isRefused('blockTime') && !isRefused('l1Attributes'))
    refusals.push(...checkBaseTime(checked))
  if (!isRefused('endpoints'))
    refusals.push(...checkEndpoints(resolved, isRefused))
  if (!isRefused('beatsSeenBy') && !isRefused('subscriptions'))
    refusals.push(...checkHeads(checked))
  return [
    ...refusals,
    ...checkEngine(checked),
    ...checkFork(checked),
    ...(isRefused('accounts') || isRefused('contracts')
      ? []
      : checkContracts(resolved)),
    ...(isRefused('header') || isRefused('l1Attributes')
      ? []
      : checkDeposit(checked)),
  ]
}

/** Faults choose among the endpoints that there are. */
function checkEndpoints(
  { faults, steps, endpoints }: Options,
  isRefused: (key: keyof Given) => boolean,
): Issue[] {
  const refusals: Issue[] = []
  const check = (fault: Fault, path: Issue['path']) => {
    const issue = findUnknownEndpoint(fault, endpoints)
    if (issue !== undefined) refusals.push({ path, ...issue })
  }
  if (!isRefused('faults'))
    for (const [index, fault] of faults.entries())
      check(fault, ['faults', index, 'endpoint'])
  if (!isRefused('steps'))
    for (const [index, step] of steps.entries())
      if (step.type === 'fault')
        check(step.fault, ['steps', index, 'fault', 'endpoint'])
  return refusals
}

/** An interpreter that a chain's bytecode needs another one for. */
function checkEngine(checked: Checked): Issue[] {
  const { engine, hardfork } = checked.resolved
  const { profile } = checked
  if (hardfork === 'amsterdam' && engine?.blockAccessList === undefined)
    return [
      {
        path: ['hardfork'],
        given: say(checked, 'amsterdam', (of) => of.hardfork),
        expected:
          'an earlier hardfork, as option "engine" is not an engine of Amsterdam',
        advice:
          "To run it, import { evm } from 'preseal/evm' and write engine: evm() beside it.",
      },
    ]
  if (engine?.name !== 'evm' || profile?.withoutEvm === undefined) return []
  const { name, withoutEvm } = profile
  return [
    {
      path: ['engine'],
      given: 'evm()',
      expected: `an engine for the bytecode of profile "${name}"`,
      advice: `${name} ${withoutEvm}. Leave "engine" out and write contracts with "preseal/contracts", or leave "profile" out.`,
    },
  ]
}

/** It is the second deposit, and knows of some instants alone. */
function checkBaseTime(checked: Checked): Issue[] {
  const { baseTimeDeposit, l1Attributes, blockTime } = checked.resolved
  if (!baseTimeDeposit) return []
  const refusals: Issue[] = []
  if (l1Attributes === null)
    refusals.push({
      path: ['baseTimeDeposit'],
      given: say(checked, 'true', (of) => of.baseTimeDeposit),
      expected: 'false, as option "l1Attributes" is null',
      advice: 'Write l1Attributes: {} beside it.',
    })
  if (blockTime % baseTimeStep !== 0)
    refusals.push({
      path: ['blockTime'],
      given: say(checked, blockTime, (of) => of.blockTime),
      expected: `a whole multiple of ${baseTimeStep}, as option "baseTimeDeposit" is ${say(checked, 'true', (of) => of.baseTimeDeposit)}`,
    })
  return refusals
}

/** A head at each beat would show what nobody sees. */
function checkHeads(checked: Checked): Issue[] {
  const { beatsSeenBy, subscriptions } = checked.resolved
  if (beatsSeenBy !== 'none' || subscriptions.newHeads !== 'beat') return []
  return [
    {
      path: ['subscriptions', 'newHeads'],
      given: say(checked, '"beat"', (of) => of.subscriptions?.newHeads),
      expected: `"block", as option "beatsSeenBy" is ${say(checked, '"none"', (of) => of.beatsSeenBy)}`,
    },
  ]
}

/** The deposits must fit every block. */
function checkDeposit(checked: Checked): Issue[] {
  const { resolved, dialect, own, live, profile } = checked
  const {
    l1Attributes,
    baseTimeDeposit,
    header: { gasLimit },
  } = resolved
  if (l1Attributes === null) return []
  const refusals: Issue[] = []
  const most = displayIn(dialect, depositGas)
  const { gasUsed } = l1Attributes
  const least = baseTimeDeposit ? depositGas + gasUsed : depositGas
  const whose =
    profile !== undefined &&
    own.l1Attributes === undefined &&
    live?.l1Attributes === undefined
      ? ` of profile "${profile.name}"`
      : ''
  if (gasLimit < least)
    refusals.push({
      path: ['header', 'gasLimit'],
      given: displayIn(dialect, gasLimit),
      expected: baseTimeDeposit
        ? `at least ${displayIn(dialect, least)}, room for the deposits that "l1Attributes" and "baseTimeDeposit"${whose} put into each block`
        : `at least ${most}, the gas limit of the deposit that "l1Attributes"${whose} puts into each block`,
    })
  if (gasUsed > depositGas)
    refusals.push({
      path: ['l1Attributes', 'gasUsed'],
      given: displayIn(dialect, gasUsed),
      expected: `at most ${most}, the deposit's gas limit`,
    })
  return refusals
}

/** A value, and who chose it if the user did not. */
function say(
  { own, live, profile }: Checked,
  resolved: number | string,
  read: (of: Given) => unknown,
): string {
  if (read(own) !== undefined) return `${resolved}`
  if (live !== undefined && read(live) !== undefined)
    return `${resolved} by the record of "fork"`
  return profile !== undefined && read(profile.options as Given) !== undefined
    ? `${resolved} by profile "${profile.name}"`
    : `${resolved} by default`
}

/** Refuses options and values of a profile that cannot be on a fork. */
function checkFork({
  own: { chainId, timestamp, pendingStateRoot },
  live,
  profile,
}: {
  readonly own: Given
  readonly live: Given | undefined
  readonly profile: Profile | undefined
}): Issue[] {
  if (live === undefined) return []
  const refusals: Issue[] = []
  if (chainId !== undefined && chainId !== live.chainId)
    refusals.push({
      path: ['chainId'],
      given: `${chainId}`,
      expected: `${live.chainId}, the chain of the fork's record`,
      advice: 'Leave it out, or give the record of that chain.',
    })
  const { chainId: ofProfile = live.chainId } = profile?.options ?? {}
  if (profile !== undefined && ofProfile !== live.chainId)
    refusals.push({
      path: ['profile'],
      given: `"${profile.name}", whose chain is ${ofProfile}`,
      expected: `one of chain ${live.chainId}, which is the chain of the fork's record`,
    })
  if (timestamp !== undefined && timestamp < (live.timestamp ?? 0n))
    refusals.push({
      path: ['timestamp'],
      given: `${timestamp}`,
      expected: `at least ${live.timestamp}, the time of the fork's block`,
    })
  if (pendingStateRoot === 'everyBeat')
    refusals.push({
      path: ['pendingStateRoot'],
      given: '"everyBeat"',
      expected: '"atSeal", as nobody knows the state roots of a fork',
      advice: 'They are zero in all blocks above it.',
    })
  return refusals
}
