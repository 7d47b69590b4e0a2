import type { TransactionName } from '../../../index.js'
import { checkOption } from './checkOption.js'
import type { ParsedPreset } from './parsedPreset.js'

type SentName = Exclude<TransactionName, string>

/** Selects transactions that the application sends. */
export type SentOptions = Omit<SentName['sent'], 'nth'>

/** A name of each of them that a step can act on. */
export function everySent(preset: string, sent: SentOptions): SentName {
  return { sent: { ...readSent(preset, sent), nth: 'all' } }
}

/** Their narrowing fields, of which `createMockNode` checks the rest. */
export function readSent(preset: string, sent: SentOptions): SentOptions {
  checkOption(
    typeof sent === 'object' && sent !== null && !('nth' in sent),
    preset,
    'sent',
    sent,
    'an object { from, to, selector } of which each may be left out',
  )
  return { ...sent }
}

/** The instants at which that many blocks open, the first of them being 0. */
export function openings(
  { blockTime }: ParsedPreset,
  blocks: number,
): number[] {
  return Array.from({ length: blocks }, (_, block) => block * blockTime)
}
