import type { BeatPosition, ChainEvent } from '../story/told.js'

/** `beat`: where the beat stands that came with it, if one did. */
export type Change =
  | { readonly type: 'moved'; readonly beat: BeatPosition | undefined }
  | { readonly type: 'restored' }

export function moved(events: readonly ChainEvent[]): Change {
  const beat = events.find(({ type }) => type === 'beat')
  return { type: 'moved', beat: beat?.type === 'beat' ? beat.at : undefined }
}
