import { serverError } from '../outcome.js'
import { readAsked } from '../writes/readAsked.js'
import { readEnvelope } from '../writes/readEnvelope.js'
import type { Write, WritesOf } from '../writes/write.js'

/** What a wallet or a test sends. */
export const writesMethods: WritesOf = {
  eth_sendRawTransaction: ({ chain }, [raw]) => {
    const read = readEnvelope(raw, chain.config.chainId)
    return read.ok
      ? {
          type: 'send',
          sending: { type: 'signed', transaction: read.transaction },
        }
      : refused(read.message)
  },

  eth_sendTransaction: ({ chain }, [transaction]) => {
    const read = readAsked(transaction, chain.config.chainId)
    return read.ok
      ? {
          type: 'send',
          sending: { type: 'asked', parameters: read.parameters },
        }
      : { type: 'error', error: read.error }
  },
}

function refused(message: string): Write {
  return { type: 'error', error: serverError(message) }
}
