import { WebSocketProvider } from 'ethers'
import { rightAgain } from 'preseal/explore'
import type { App } from './app.js'

/** ms without a block after which a socket counts as dead. */
const patience = 5_000

/** Listens over a WebSocket of ethers', which never opens another one. */
export const neverReopened: App = {
  name: 'socket never reopened',
  tells: /block: rightAgain: .*; when the WebSocket is cut/,
  options: {
    accept: [
      {
        mishap: /eth_subscribe/,
        invariant: 'noUnhandledRejection',
        reason: 'ethers 6 leaves a refused subscription uncaught',
      },
    ],
  },
  test:
    (isMended) =>
    ({ node, watch, onEnd }) => {
      let block = 0
      let isOver = false

      function connect() {
        const socket = new WebSocket(node.wsUrl)
        const provider = new WebSocketProvider(socket as never, node.chain.id)
        let isLeft = false
        let alarm = setTimeout(reopen, patience)

        function reopen() {
          if (!isMended || isOver || isLeft) return
          isLeft = true
          clearTimeout(alarm)
          socket.close()
          setTimeout(connect, 1_000)
        }
        function show(number: number) {
          block = Math.max(block, number)
          clearTimeout(alarm)
          alarm = setTimeout(reopen, patience)
        }
        socket.addEventListener('close', reopen)
        socket.addEventListener('open', () => {
          provider.on('block', show)
          provider.getBlockNumber().then(show, reopen)
        })
      }

      watch('block', () => block, [rightAgain()])
      connect()
      onEnd(() => {
        isOver = true
      })
    },
}
