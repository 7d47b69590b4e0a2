import type { Hex } from '../../hex/hex.js'
import { serverError } from '../outcome.js'
import { readAsked } from '../writes/readAsked.js'
import { readEnvelope } from '../writes/readEnvelope.js'
import type { Write, WritesOf } from '../writes/write.js'

/** What a wallet or a test sends. */
export const writesMethods: WritesOf = {
  eth_sendRawTransaction: ({ chain }, [raw]) =>
    sendRaw(raw, chain.config.chainId),

  eth_sendRawTransactionSync: ({ chain }, [raw, wait]) =>
    sendRaw(raw, chain.config.chainId, wait),

  eth_sendTransaction({ chain }, [transaction]) {
    const read = readAsked(transaction, chain.config.chainId)
    if (!read.ok) return { type: 'error', error: read.error }
    const { parameters } = read
    return { type: 'send', sending: { type: 'asked', parameters } }
  },
}

function sendRaw(raw: Hex, chainId: number, wait?: number): Write {
  const read = readEnvelope(raw, chainId)
  if (!read.ok) return { type: 'error', error: serverError(read.message) }
  const { transaction } = read
  return { type: 'send', sending: { type: 'signed', transaction }, wait }
}
