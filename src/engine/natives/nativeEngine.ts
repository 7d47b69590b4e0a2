import { createdAddress } from '../../base/codec/createdAddress.js'
import type {
  Engine,
  Environment,
  Execution,
  Message,
  StateReader,
} from '../engine.js'
import { intrinsicGas } from '../intrinsicGas.js'
import type { Observer } from '../observer.js'
import { authorize } from '../world/authorize.js'
import { changesOf } from '../world/changes.js'
import { gasUsedBy } from '../world/gasUsed.js'
import { accountOf, change, createWorld } from '../world/world.js'
import { type Frame, type Host, runFrame } from './runFrame.js'

/**
 * The engine of a node that was given none: it moves value, creates accounts
 * without code and runs native contracts, all as an interpreter would.
 *
 * Bytecode, initcode and precompiles it cannot run: reaching them throws a
 * NoEngineError.
 */
export const nativeEngine: Engine = { execute }

function execute(
  state: StateReader,
  environment: Environment,
  message: Message,
  observer?: Observer,
): Execution {
  const world = createWorld(state)
  const host: Host = { world, environment, observer, waitingNatives: 0 }
  const { from, to, value, data, nonce, gas } = message
  const sender = accountOf(world, from)
  change(world, sender, 'nonce', nonce + 1n)
  for (const signed of message.authorizationList)
    authorize(world, environment, signed)
  const left = gas - intrinsicGas(message)
  const frame: Frame = {
    type: to === null ? 'CREATE' : 'CALL',
    depth: 0,
    isStatic: false,
    caller: sender,
    account: accountOf(world, to ?? createdAddress(from, nonce)),
    value,
    input: data,
    gas: left < 0n ? 0n : left,
  }
  const { status, halt, output, gasUsed } =
    left < 0n ? tooLittle : runFrame(host, frame)
  return {
    status,
    ...(halt !== undefined && { halt }),
    output,
    ...gasUsedBy(world, environment, message, frame.gas - gasUsed),
    logs: world.logs,
    contractAddress:
      status === 'success' && to === null ? frame.account.address : null,
    changes: changesOf(world, environment.miner),
  }
}

const tooLittle = {
  status: 'reverted',
  halt: 'intrinsic gas too low',
  output: '0x',
  gasUsed: 0n,
} as const
