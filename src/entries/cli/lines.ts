import type { BeatEvent, DroppedEvent, SealedEvent } from '../../index.js'

/** Printed lines, one or more for each event. */
export type Lines = {
  ready(server: Ready): string
  beat(event: BeatEvent): string
  sealed(event: SealedEvent): string
  dropped(event: DroppedEvent): string
}

type Ready = {
  url: string
  chainId: number
  control: boolean
  hasWallet: boolean
}

/** Null if a hash depends on more blocks than are hashed at once. */
export function hashOfEvent(event: BeatEvent | SealedEvent): string | null {
  try {
    return event.hash
  } catch {
    return null
  }
}
