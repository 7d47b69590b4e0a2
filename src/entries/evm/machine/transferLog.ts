import { type Address, type Hash, toWord } from '../../../base/hex/hex.js'
import type { Account } from '../../../engine/world/world.js'
import type { Machine } from './machine.js'

const emitter: Address = '0xfffffffffffffffffffffffffffffffffffffffe'
/** Of Transfer(address,address,uint256). */
const topic: Hash =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Value that moves to somebody else writes a log (EIP-7708). */
export function logTransfer(
  { world, rules, observer }: Machine,
  from: Account,
  to: Account,
  wei: bigint,
): void {
  if (!rules.isAmsterdam || wei === 0n || from === to) return
  const topics = [topic, toTopic(from), toTopic(to)]
  const written = { address: emitter, topics, data: toWord(wei) }
  world.logs.push(written)
  observer?.log?.(written)
}

function toTopic({ address }: Account): Hash {
  return `0x${address.slice(2).padStart(64, '0')}`
}
