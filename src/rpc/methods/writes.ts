import type { Hex, RpcTransactionReceipt } from 'viem'
import { parseData } from '../../base/hex/parse.js'
import type { Chain } from '../../chain/blocks/chain.js'
import type { AskedTransaction } from '../../chain/model/transaction.js'
import { serverError } from '../answers/outcome.js'
import {
  type MethodsOf,
  type SchemaOfViem,
  transactionObject,
  writingMethod,
} from '../method/method.js'
import type { View } from '../view/view.js'
import { readEnvelope } from '../writes/readEnvelope.js'
import {
  parseTimeout,
  readAsked,
  type Timeout,
  type Write,
  waitFor,
} from '../writes/transactionParameters.js'
import { suggestTip } from './fees.js'

export type WritesSchema = SchemaOfViem<
  'eth_sendRawTransaction' | 'eth_sendTransaction'
> & {
  // Only newer versions of viem have it.
  eth_sendRawTransactionSync: SendingSync
  // Nobody but MegaETH has it.
  realtime_sendRawTransaction: SendingSync
}

type SendingSync = {
  Parameters: [raw: Hex, timeout?: Hex | number]
  ReturnType: RpcTransactionReceipt
}

const raw = { name: 'raw', parse: parseData }
const timeout = {
  name: 'timeout',
  parse: parseTimeout,
  absent: { value: undefined as Timeout | undefined },
}

/** Methods by which a wallet or a test sends. */
export const writesMethods = {
  eth_sendRawTransaction: writingMethod({
    isPublic: true,
    params: [raw],
    write: ({ chain }, [raw]) => sendRaw(raw, chain),
  }),

  eth_sendRawTransactionSync: writingMethod({
    isPublic: true,
    params: [raw, timeout],
    write: sendSync,
  }),

  eth_sendTransaction: writingMethod({
    isPublic: true,
    params: [transactionObject],
    write(view, [transaction]) {
      const read = readAsked(transaction, view)
      if (!read.ok) return { type: 'error', error: read.error }
      const parameters = withFees(view, read.parameters)
      return { type: 'send', sending: { type: 'asked', parameters } }
    },
  }),

  /** The same by another name, as docs.megaeth.com has it. */
  realtime_sendRawTransaction: writingMethod({
    isPublic: false,
    params: [raw, timeout],
    write: sendSync,
  }),
} satisfies MethodsOf<WritesSchema>

/**
 * Where the node suggests a tip, it pays the same for whoever names none, and
 * with option "defaultFee" no more than it takes now.
 */
function withFees(
  { chain, answering }: View,
  parameters: AskedTransaction,
): AskedTransaction {
  const { type, gasPrice, maxFeePerGas } = parameters
  const { leastTip, defaultFee } = answering
  const hasTip = type !== 'legacy' && type !== 'eip2930'
  if (gasPrice !== undefined || !hasTip) return parameters
  const suggested = leastTip === 0n ? 0n : suggestTip(chain, leastTip)
  const isCapped = maxFeePerGas !== undefined && maxFeePerGas < suggested
  const tip =
    parameters.maxPriorityFeePerGas ?? (isCapped ? maxFeePerGas : suggested)
  const exact = chain.open.baseFeePerGas + tip
  return {
    ...parameters,
    maxPriorityFeePerGas: tip,
    maxFeePerGas: maxFeePerGas ?? (defaultFee === 'exact' ? exact : undefined),
  }
}

function sendSync(
  { chain, answering }: View,
  [raw, timeout]: readonly [Hex, Timeout | undefined],
): Write {
  const wait = waitFor(timeout, answering.sendSync)
  return typeof wait === 'number'
    ? sendRaw(raw, chain, wait)
    : { type: 'error', error: wait }
}

function sendRaw(raw: Hex, { config }: Chain, wait?: number): Write {
  const read = readEnvelope(raw, config)
  if (!read.ok) return { type: 'error', error: serverError(read.message) }
  const { transaction } = read
  return { type: 'send', sending: { type: 'signed', transaction }, wait }
}
