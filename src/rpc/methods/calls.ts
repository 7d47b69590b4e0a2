import { createAccessList } from '../../chain/calls/createAccessList.js'
import { estimateGas } from '../../chain/calls/estimateGas.js'
import { isRefusal } from '../../chain/calls/refusal.js'
import { gasOf, runCall } from '../../chain/calls/runCall.js'
import { simulate } from '../../chain/calls/simulation/simulate.js'
import { toQuantity } from '../../hex/hex.js'
import { answerIn, unlessUnanswered } from '../calls/answerIn.js'
import {
  executionError,
  refusalError,
  simulationError,
} from '../calls/callError.js'
import { fillTransaction } from '../calls/fillTransaction.js'
import { formatSimulated } from '../format/formatSimulated.js'
import { readAsked } from '../writes/readAsked.js'
import type { MethodsOf } from './method.js'
import { failed, notFound, result } from './result.js'

/** What would happen if somebody sent it. */
export const callsMethods = {
  eth_call(view, [call, selector, accounts, header]) {
    return answerIn(view, selector, accounts, header, (context) => {
      const gas = gasOf(context, call)
      const run = runCall(context, call, gas)
      if (isRefusal(run)) return failed(refusalError(run, gas))
      const { execution } = run
      return execution.status === 'success'
        ? result(execution.output)
        : failed(executionError(execution))
    })
  },

  eth_estimateGas(view, [call, selector, accounts, header]) {
    return answerIn(view, selector, accounts, header, (context) => {
      const estimate = estimateGas(context, call)
      if (isRefusal(estimate)) return failed(refusalError(estimate))
      return estimate.type === 'estimate'
        ? result(toQuantity(estimate.gas))
        : failed(executionError(estimate.execution))
    })
  },

  eth_createAccessList(view, [call, selector, accounts]) {
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

  eth_fillTransaction(view, [transaction]) {
    const read = readAsked(transaction, view.chain.config.chainId)
    if (!read.ok) return failed(read.error)
    return unlessUnanswered(() => fillTransaction(view, read.parameters))
  },

  eth_simulateV1({ chain }, [simulation, selector]) {
    return unlessUnanswered(() => {
      const simulated = simulate(chain, selector, simulation)
      if (simulated === undefined) return notFound(selector)
      if ('type' in simulated) return failed(simulationError(simulated))
      return result(
        simulated.map((block) =>
          formatSimulated(block, simulation.fullTransactions),
        ),
      )
    })
  },
} satisfies MethodsOf<'calls'>
