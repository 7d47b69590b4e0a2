import type { RpcBlock, RpcTransactionRequest } from 'viem'
import { type Hash, type Hex, toQuantity } from '../../base/hex/hex.js'
import { isRefusal } from '../../chain/calls/callRequest.js'
import { createAccessList } from '../../chain/calls/createAccessList.js'
import { estimateGas } from '../../chain/calls/estimateGas.js'
import { gasOf, runCall } from '../../chain/calls/runCall.js'
import { simulate } from '../../chain/calls/simulate.js'
import { failed, refused, result } from '../answers/outcome.js'
import {
  answerIn,
  assertCode,
  executionError,
  refusalError,
  simulationError,
  unlessUnanswered,
} from '../calls/callError.js'
import type {
  BlockOverridesObject,
  CallBlock,
  CallObject,
  FilledTransaction,
  SimulatedCallObject,
  SimulationObject,
  StateOverridesObject,
} from '../calls/callSchema.js'
import { fillTransaction } from '../calls/fillTransaction.js'
import { formatSimulated } from '../calls/formatSimulated.js'
import {
  parseBlockOverrides,
  parseSimulation,
  parseStateOverrides,
} from '../calls/parseCall.js'
import {
  blockOrLatest,
  call,
  type MethodsOf,
  method,
  optional,
  transactionObject,
} from '../method/method.js'
import { readAsked } from '../writes/readAsked.js'

export type CallsSchema = {
  // viem's type leaves out that `from` is needed.
  eth_fillTransaction: {
    Parameters: [transaction: RpcTransactionRequest & { from: Hex }]
    ReturnType: { raw: Hex; tx: FilledTransaction }
  }
  eth_call: {
    Parameters: [
      call: CallObject,
      block?: CallBlock,
      stateOverrides?: StateOverridesObject,
      blockOverrides?: BlockOverridesObject,
    ]
    ReturnType: Hex
  }
  eth_estimateGas: {
    Parameters: [
      call: CallObject,
      block?: CallBlock,
      stateOverrides?: StateOverridesObject,
      blockOverrides?: BlockOverridesObject,
    ]
    ReturnType: Hex
  }
  eth_createAccessList: {
    Parameters: [
      call: CallObject,
      block?: CallBlock,
      stateOverrides?: StateOverridesObject,
    ]
    ReturnType: {
      accessList: { address: Hex; storageKeys: Hash[] }[]
      gasUsed: Hex
      error?: string | undefined
    }
  }
  eth_simulateV1: {
    Parameters: [simulation: SimulationObject, block?: CallBlock]
    ReturnType: (RpcBlock & { calls: SimulatedCallObject[] })[]
  }
}

const stateOverrides = optional(
  'stateOverrides',
  parseStateOverrides,
  undefined,
)
const blockOverrides = optional(
  'blockOverrides',
  parseBlockOverrides,
  undefined,
)
const simulation = { name: 'simulation', parse: parseSimulation }

/** Methods for the outcome of a call that nobody has sent. */
export const callsMethods = {
  eth_call: method({
    reads: 'state',
    isPublic: true,
    params: [call, blockOrLatest, stateOverrides, blockOverrides],
    answer(view, [call, selector, accounts, header]) {
      return answerIn(view, selector, accounts, header, (context) => {
        const gas = gasOf(context, call)
        const run = runCall(context, call, gas)
        if (isRefusal(run)) return failed(refusalError(run, gas))
        const { execution } = run
        assertCode(context, call, execution)
        return execution.status === 'success'
          ? result(execution.output)
          : failed(executionError(execution))
      })
    },
  }),

  eth_estimateGas: method({
    reads: 'state',
    isPublic: true,
    params: [call, blockOrLatest, stateOverrides, blockOverrides],
    answer(view, [call, selector, accounts, header]) {
      return answerIn(view, selector, accounts, header, (context) => {
        const estimate = estimateGas(context, call)
        if (isRefusal(estimate)) return failed(refusalError(estimate))
        return estimate.type === 'estimate'
          ? result(toQuantity(estimate.gas))
          : failed(executionError(estimate.execution))
      })
    },
  }),

  eth_createAccessList: method({
    reads: 'state',
    isPublic: true,
    params: [call, blockOrLatest, stateOverrides],
    answer(view, [call, selector, accounts]) {
      return answerIn(view, selector, accounts, undefined, (context) => {
        const gas = gasOf(context, call)
        const created = createAccessList(context, call, gas)
        if (isRefusal(created)) return failed(refusalError(created, gas))
        const { execution, accessList } = created
        return result({
          accessList: accessList.map(({ address, storageKeys }) => ({
            address,
            storageKeys: storageKeys.slice(),
          })),
          ...(execution.status !== 'success' && {
            error: execution.halt ?? 'execution reverted',
          }),
          gasUsed: toQuantity(execution.gasUsed),
        })
      })
    },
  }),

  eth_fillTransaction: method({
    reads: 'chain',
    isPublic: true,
    params: [transactionObject],
    answer(view, [transaction]) {
      const read = readAsked(transaction, view.chain.config.chainId)
      if (!read.ok) return failed(read.error)
      return unlessUnanswered(() => fillTransaction(view, read.parameters))
    },
  }),

  eth_simulateV1: method({
    reads: 'state',
    isPublic: true,
    params: [simulation, blockOrLatest],
    answer({ chain }, [simulation, selector]) {
      return unlessUnanswered(() => {
        const simulated = simulate(chain, selector, simulation)
        if (simulated === undefined) return refused('header not found')
        if ('type' in simulated) return failed(simulationError(simulated))
        return result(
          simulated.map((block) =>
            formatSimulated(block, simulation.fullTransactions),
          ),
        )
      })
    },
  }),
} satisfies MethodsOf<CallsSchema>
