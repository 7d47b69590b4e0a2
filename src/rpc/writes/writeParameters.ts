import { parseAddress, parseData } from '../../hex/parse.js'
import { mostWait, parseTimeout } from './parseTimeout.js'
import { parseTransactionObject } from './readTransaction.js'

const raw = { name: 'raw', parse: parseData }
const absent = { value: mostWait }

/** The parameters of the methods that write. */
export const writeParameters = {
  eth_sendRawTransaction: [raw],
  eth_sendRawTransactionSync: [
    raw,
    { name: 'timeout', parse: parseTimeout, absent },
  ],
  eth_fillTransaction: [{ name: 'transaction', parse: parseTransactionObject }],
  eth_sendTransaction: [{ name: 'transaction', parse: parseTransactionObject }],
} as const

/** Those of the methods that list what waits. */
export const mempoolParameters = {
  eth_pendingTransactions: [],
  txpool_content: [],
  txpool_contentFrom: [{ name: 'address', parse: parseAddress }],
  txpool_inspect: [],
  txpool_status: [],
} as const
