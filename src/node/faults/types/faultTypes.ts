import { delay } from './delay.js'
import type { FaultType } from './faultType.js'
import { frozen } from './frozen.js'
import { hold } from './hold.js'
import { http } from './http.js'
import { lostResponse } from './lostResponse.js'
import { network } from './network.js'
import { nullType } from './null.js'
import { otherBlock } from './otherBlock.js'
import { rpc } from './rpc.js'
import { socket } from './socket.js'
import { stale } from './stale.js'
import { unknownBlockAsZero } from './unknownBlockAsZero.js'

/** Every type of fault, in the order in which messages list them. */
export const faultTypes = [
  http,
  rpc,
  nullType,
  network,
  lostResponse,
  delay,
  hold,
  stale,
  frozen,
  otherBlock,
  unknownBlockAsZero,
  socket,
] as const

/** A fault of any type, without the fields that narrow the requests. */
export type OwnFault = OwnOf<(typeof faultTypes)[number]>

type OwnOf<types> = types extends FaultType<infer own> ? own : never

const byType: ReadonlyMap<string, FaultType<OwnFault>> = new Map(
  faultTypes.map((faultType) => [faultType.type, faultType]),
)

export function faultTypeOf({ type }: OwnFault): FaultType<OwnFault> {
  return byType.get(type) as FaultType<OwnFault>
}
