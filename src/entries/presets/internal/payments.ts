import { toWord } from '../../../base/hex/hex.js'
import type { Address, PreconfirmParameters, Step } from '../../../index.js'
import { createNaming } from './createNaming.js'
import type { ParsedPreset } from './parsedPreset.js'

type Payment = Extract<Step, { type: 'preconfirm' }> & { label: string }

/** A payment at each instant, or the user's own transactions in turn. */
export function payments(
  { transactions }: ParsedPreset,
  instants: readonly number[],
): Payment[] {
  const name = createNaming()
  return instants.map((at, index) => {
    const { type, label, ...transaction } = transactions[
      index % transactions.length
    ] as PreconfirmParameters
    return {
      at,
      type: 'preconfirm',
      label: name(label ?? 'payment'),
      ...(type !== undefined && { transactionType: type }),
      ...transaction,
    }
  })
}

/**
 * The same, and each payment counts itself in slot 0 of who is paid, so that
 * storage moves with balances.
 */
export function countedPayments(
  parsed: ParsedPreset,
  instants: readonly number[],
): Payment[] {
  const steps = payments(parsed, instants)
  if (parsed.isOwn) return steps
  return steps.map((step, index) => ({
    ...step,
    changes: {
      [step.to as Address]: {
        storage: { [counterSlot]: toWord(BigInt(index + 1)) },
      },
    },
  }))
}

const counterSlot = toWord(0n)
