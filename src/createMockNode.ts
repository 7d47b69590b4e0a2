import type { Chain as ViemChain } from 'viem'
import type { Control } from './api/control.js'
import type { MockNode, MockNodeMembers } from './api/mockNode.js'
import { type Chain, createChain } from './chain/chain.js'
import { checkImport } from './chain/intents/checkImport.js'
import { importBlock } from './chain/intents/importBlock.js'
import { preconfirm } from './chain/intents/preconfirm.js'
import { setAccounts } from './chain/intents/setAccounts.js'
import type { AccountParameters } from './chain/transaction.js'
import type { TimeSource } from './clock/clock.js'
import { createTimeSource } from './clock/createTimeSource.js'
import { createControl } from './control/createControl.js'
import { createFetch } from './doors/createFetch.js'
import { createPlainFetch } from './doors/createPlainFetch.js'
import { checkEvent, createProvider } from './doors/createProvider.js'
import { addFault, liftFault, noFaults } from './faults/faultState.js'
import type { Address } from './hex/hex.js'
import { toQuantity } from './hex/hex.js'
import { createAsk } from './requests/createAsk.js'
import { createHandlers } from './requests/createHandlers.js'
import { drop, importAt } from './runtime/applyStep.js'
import { createRuntime } from './runtime/createRuntime.js'
import { nextBeat } from './runtime/rhythm.js'
import type { MockNodeOptions } from './schema/options.js'
import { type Options, parseOptions } from './schema/parseOptions.js'
import { parseParameters } from './schema/parseParameters.js'

/** 1 January 2026, so that the same script gives the same bytes. */
const defaultTimestamp = 1_767_225_600n

/**
 * Creates a mock node: an in-memory chain with a live pending block, and an
 * EIP-1193 provider that reads it.
 *
 * @example
 * const node = createMockNode({ accounts: { [alice]: { balance: parseEther('10') } } })
 * const client = createPublicClient({ transport: custom(node.provider) })
 * node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
 * node.advance(200)
 * await client.getBalance({ address: bob, blockTag: 'pending' }) // 1 ether
 *
 * @throws InvalidOptionsError naming every option that is wrong.
 */
export function createMockNode(options: MockNodeOptions = {}): MockNode {
  const given = parseOptions(options)
  const { chainId, blockTime, preconfirmationTime, sealing } = given
  const timing = { blockTime, preconfirmationTime, sealing }
  const source = createTimeSource(given.clock)
  const unfaulted = noFaults(given.endpoint)
  const chain = birthChain(given, source)
  const node = createRuntime({
    chain,
    faults: given.faults.reduce(
      (state, fault) => addFault(state, fault, { instant: chain }).state,
      unfaulted,
    ),
    timing,
    timeline: given.timeline,
    source,
  })
  const handlers = createHandlers()
  const asking = createAsk({
    node,
    source,
    handlers: handlers.byMethod,
    pendingIdentity: given.pendingIdentity,
    kept: given.exchanges,
  })
  const door = createProvider(asking.ask, toQuantity(chainId))

  function set(address: Address, change: AccountParameters) {
    const moment = node.use()
    const chain = setAccounts(moment.chain, { [address]: change })
    node.commit({ ...moment, chain })
  }

  let control: Control | undefined

  function dispose() {
    if (node.isDisposed) return
    node.dispose()
    asking.dispose()
    door.disconnect()
  }

  const mockNode: MockNodeMembers = {
    provider: door.provider,
    fetch: createFetch(
      createPlainFetch({
        asking,
        limits: unfaulted.endpoint,
        isClosed: () => node.isDisposed,
      }),
    ),
    chain: viemChain({ chainId, ...timing }),
    get control() {
      control ??= createControl({
        verbs: mockNode,
        leap: node.leap,
        blockTime,
        asking,
        isHandled: (method) => handlers.byMethod.has(method),
        chainId: toQuantity(chainId),
        // The endpoint is that of the code under test.
        limits: noFaults().endpoint,
      })
      return control
    },
    get now() {
      return node.settle().time
    },
    preconfirm(transaction) {
      const parameters = parseParameters('preconfirm', transaction)
      const moment = node.use()
      const queued = preconfirm(moment.chain, parameters)
      node.commit({ ...moment, chain: queued.chain })
      return queued.transaction.hash
    },
    dropTransaction(parameters) {
      const { hash } = parseParameters('dropTransaction', parameters)
      const moment = node.use()
      const dueAt = nextBeat(moment, timing)
      const { chain, happened } = drop(moment, timing, hash, dueAt)
      node.commit({ ...moment, chain }, { happened })
    },
    setBalance(parameters) {
      const { address, value } = parseParameters('setBalance', parameters)
      set(address, { balance: value })
    },
    setNonce(parameters) {
      const { address, nonce } = parseParameters('setNonce', parameters)
      set(address, { nonce })
    },
    setCode(parameters) {
      const { address, bytecode } = parseParameters('setCode', parameters)
      set(address, { code: bytecode })
    },
    setStorageAt(parameters) {
      const parsed = parseParameters('setStorageAt', parameters)
      set(parsed.address, { storage: { [parsed.index]: parsed.value } })
    },
    importBlock(parameters) {
      const parsed = parseParameters('importBlock', parameters)
      const applied = importAt(node.use(), timing, parsed)
      const report = { ...applied.imported, checks: checkImport(parsed) }
      node.commit(applied.moment, applied)
      return report
    },
    advance: (ms) => node.move('advance', parseParameters('advance', ms)),
    tick: (beats = 1) => node.move('tick', parseParameters('tick', beats)),
    seal: (blocks = 1) => node.move('seal', parseParameters('seal', blocks)),
    seek: (ms) => node.seek(parseParameters('seek', ms)),
    handle(method, answer) {
      node.use()
      return handlers.handle(method, answer)
    },
    fault(fault) {
      const parsed = parseParameters('fault', fault)
      const moment = node.use()
      const { state, id } = addFault(moment.faults, parsed, {
        since: moment.time,
        instant: moment.chain,
      })
      node.commit({ ...moment, faults: state })
      return () => {
        if (node.isDisposed) return
        const now = node.settle()
        const faults = liftFault(now.faults, id)
        if (faults !== now.faults) node.commit({ ...now, faults })
      }
    },
    snapshot: () => node.snapshot(),
    revert: (parameters) => node.revert(parameters),
    on: (name, listener) => node.listeners.on(name, listener),
    emit(name, event) {
      node.use()
      checkEvent(name, event)
      door.emit(name, event)
    },
    get exchanges() {
      return asking.readExchanges()
    },
    dispose,
  }
  const { dispose: symbol } = Symbol as { dispose?: symbol }
  return Object.assign(mockNode, symbol && { [symbol]: dispose }) as MockNode
}

function birthChain(given: Options, source: TimeSource): Chain {
  const { header, chainId, blockTime, l1Attributes } = given
  const { stateRoot, safeLag, finalizedLag } = given
  const genesisTimestamp =
    given.timestamp ??
    (source.epoch === undefined
      ? defaultTimestamp
      : BigInt(Math.floor(source.epoch / 1000)))
  const chain = createChain(
    {
      ...header,
      chainId,
      genesisTimestamp,
      blockTime,
      l1Attributes,
      stateRoot,
      safeLag,
      finalizedLag,
    },
    given.accounts,
  )
  return given.blocks.reduce(
    (before, block) => importBlock(before, block).chain,
    chain,
  )
}

/** The chain as viem's clients know chains. */
function viemChain({
  chainId,
  blockTime,
  preconfirmationTime,
}: {
  chainId: number
  /** ms */
  blockTime: number
  /** ms */
  preconfirmationTime: number
}): ViemChain {
  return {
    id: chainId,
    name: 'preseal',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://node.test'] } },
    testnet: true,
    blockTime,
    experimental_preconfirmationTime: preconfirmationTime,
  }
}
