import { createMockNode, isPresealError, parseScenario } from 'preseal'
import { steady } from 'preseal/presets'
import { accounts, alice, bob, payment } from './reading.js'

/** How to make each error of the table. */
export const mistakes: { [name: string]: () => unknown } = {
  InvalidOptionsError: () => createMockNode({ blockTime: 0 }),
  InvalidParametersError: () =>
    createMockNode().setBalance({ address: bob, value: -1n }),
  InvalidHandlerError: () => createMockNode().handle('', () => null),
  InvalidListenerError: () => createMockNode().on('beat', null as never),
  InsufficientBalanceError: () => createMockNode().preconfirm(payment),
  NonceError: () =>
    createMockNode({ accounts }).preconfirm({ ...payment, nonce: 1 }),
  BlockGasLimitError: () =>
    createMockNode({ accounts }).preconfirm({
      ...payment,
      gas: 60_000_001n,
    }),
  OverflowError: () =>
    createMockNode({
      accounts: { ...accounts, [bob]: { balance: 2n ** 256n - 1n } },
    }).preconfirm(payment),
  KnownTransactionError() {
    const node = createMockNode({ accounts })
    node.preconfirm(payment)
    node.seal(2)
    node.setNonce({ address: alice, nonce: 0 })
    node.preconfirm(payment)
  },
  UnknownTransactionError: () =>
    createMockNode().dropTransaction({ hash: `0x${'0'.repeat(64)}` }),
  TooLateToDropError() {
    const node = createMockNode({ accounts })
    const hash = node.preconfirm(payment)
    node.advance(1_800)
    node.dropTransaction({ hash })
  },
  OpensBlockError() {
    const node = createMockNode({ l1Attributes: {} })
    node.on('preconfirmed', ({ hash }) => node.dropTransaction({ hash }))
    node.seal()
  },
  ClockNotOwnedError: () => createMockNode({ clock: 'ambient' }).tick(),
  InsideListenerError() {
    const node = createMockNode()
    node.on('beat', () => node.advance(1))
    node.tick()
  },
  ForeignSnapshotError: () =>
    createMockNode().revert({ snapshot: createMockNode().snapshot() }),
  InvalidScenarioError: () => parseScenario('{}'),
  InvalidPresetError: () => steady({ blocks: 0 }),
  InvalidEventError: () =>
    createMockNode().emit('unknown' as never, 0 as never),
  DisposedError() {
    const node = createMockNode()
    node.dispose()
    node.tick()
  },
}

export function nameOfError(mistake: () => unknown): string | undefined {
  try {
    mistake()
  } catch (error) {
    if (isPresealError(error)) return error.name
    throw error
  }
  return undefined
}
