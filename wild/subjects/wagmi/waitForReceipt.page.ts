import { createElement as h, useEffect } from 'react'
import { plainChain } from '../../journey.js'
import { failedOnlyIfItFailed } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { bob, type Viem } from '../../viem.js'
import { configure, renderInside, textOf, type Wagmi } from '../../wagmi.js'

export const subject: Subject = {
  software: 'wagmi',
  versions: { '2.19.5': 'holds', '3.7.7': 'holds' },
  law: 'useWaitForTransactionReceipt shows an error only if the payment failed',
  async explore(load) {
    const wagmi = await load<Wagmi>('wagmi')
    const viem = await load<Viem>('viem')
    const { useConnect, useSendTransaction, useWaitForTransactionReceipt } =
      wagmi
    function Pay() {
      const { connect, connectors, isSuccess } = useConnect()
      const sending = useSendTransaction()
      const waiting = useWaitForTransactionReceipt({
        hash: sending.data,
        query: { enabled: sending.data !== undefined },
      })
      useEffect(() => {
        const [connector] = connectors
        if (connector) connect({ connector })
      }, [connect, connectors])
      useEffect(() => {
        if (isSuccess) sending.sendTransaction({ to: bob, value: 1n })
      }, [isSuccess, sending.sendTransaction])
      const shown =
        waiting.status === 'error'
          ? 'failed'
          : (waiting.data?.status ?? (sending.error ? 'not sent' : 'waiting'))
      return h('p', { id: 'status' }, shown)
    }
    return {
      node: plainChain,
      kinds: { lost: 0, replaced: 0 },
      runs: 120,
      body({ nodes, wallet, watch, onEnd }) {
        const config = configure(wagmi, viem, { nodes, wallet })
        onEnd(renderInside(wagmi, config, h(Pay)))
        watch('status', () => textOf('status'), [failedOnlyIfItFailed])
      },
    }
  },
}
