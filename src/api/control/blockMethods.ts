import { PresealError } from '../../base/errors/errors.js'
import { toQuantity } from '../../base/hex/hex.js'
import { parseAddress, parseHash } from '../../base/hex/parse.js'
import { amounts } from '../../base/validation/amounts.js'
import { emptyQueue } from '../../chain/blocks/queue.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { nextBeat, nextBoundary } from '../../node/runtime/moment/beats.js'
import { seal } from '../../node/runtime/steps/blocks.js'
import { act } from '../../node/runtime/steps/stepFile.js'
import { isIdle, sealIdle } from '../../node/runtime/transitions/sealBlock.js'
import { setHeader } from '../../node/runtime/transitions/setHeader.js'
import { method, orElse, parseCount, parseMineOptions } from './method.js'

/*
 * Methods that mine blocks or set fields of their headers. The next mined block
 * is the pending one: it gets the new header at once, and its transactions are
 * executed again at the next beat.
 */

const blocksParameter = { name: 'blocks', parse: orElse(1, parseCount) }
const secondsParameter = { name: 'seconds', parse: parseCount }

/** Methods that anvil has under both prefixes. */
const methods = {
  setBlockGasLimit: method(
    [{ name: 'gasLimit', parse: amounts.json.gasLimit.check }],
    ({ runtime }, [gasLimit]) => {
      runtime.apply(setHeader, { gasLimit })
      return true
    },
  ),

  setNextBlockTimestamp: method(
    [{ name: 'timestamp', parse: parseCount }],
    ({ runtime }, [timestamp]) =>
      runtime.apply(setHeader, { timestamp: BigInt(timestamp) }),
  ),
}

/** Under `anvil_` and `hardhat_`. */
export const nodeBlockMethods = {
  ...methods,

  setCoinbase: method(
    [{ name: 'address', parse: parseAddress }],
    ({ runtime }, [miner]) => runtime.apply(setHeader, { miner }),
  ),

  setNextBlockBaseFeePerGas: method(
    [{ name: 'baseFeePerGas', parse: amounts.json.weiPerGas.check }],
    ({ runtime }, [baseFeePerGas]) =>
      runtime.apply(setHeader, { baseFeePerGas }),
  ),

  setPrevRandao: method(
    [{ name: 'prevRandao', parse: parseHash }],
    ({ runtime }, [mixHash]) => {
      runtime.apply(setHeader, { mixHash })
      return true
    },
  ),

  mine: method(
    [blocksParameter, { name: 'interval', parse: orElse(0, parseCount) }],
    ({ runtime }, [blocks, interval]) => {
      const { blockTime } = runtime.settle().cadence
      if (interval === 0 || interval * 1000 === blockTime) mine(runtime, blocks)
      else mineApart(runtime, blocks, interval)
    },
  ),
}

/** Under `evm_`. */
export const evmBlockMethods = {
  ...methods,

  mine: method(
    [{ name: 'options', parse: parseMineOptions }],
    ({ runtime }, [{ blocks, timestamp }]) => {
      if (timestamp !== null)
        runtime.apply(setHeader, { timestamp: BigInt(timestamp) })
      mine(runtime, blocks)
      return '0x0'
    },
  ),

  // If the clock seals no blocks, only the open block can be later.
  increaseTime: method([secondsParameter], ({ runtime }, [seconds]) => {
    runtime.jump('advance', seconds * 1000)
    const { open, config } = runtime.moment.chain
    if (runtime.sealing === 'manual' && config.l1Attributes === null)
      runtime.apply(setHeader, { timestamp: open.timestamp + BigInt(seconds) })
    return toQuantity(seconds)
  }),
}

/**
 * Seals that many blocks by moving time to their boundaries. If no beat is left
 * for the queue, or the clock does not seal, it seals the open block as it is.
 */
function mine(runtime: Runtime, blocks: number): void {
  const { sealing } = runtime
  if (sealing === 'manual') {
    for (let left = blocks; left > 0; left--) {
      const { moment } = runtime
      if (left > mostSealed && isIdle(moment)) {
        runtime.apply(sealIdle, { blocks: left - mostSealed })
        left = mostSealed
      }
      act(runtime, seal, {})
    }
    return
  }
  const moment = runtime.settle()
  const isLate =
    blocks > 0 &&
    moment.chain.queue !== emptyQueue &&
    nextBeat(moment, sealing) >= nextBoundary(moment, sealing)
  if (isLate) act(runtime, seal, {})
  runtime.jump('nextBlock', isLate ? blocks - 1 : blocks, 'mine')
}

/** Blocks that the script seals one by one, and announces, at the end of many. */
const mostSealed = 1_000

/** The same, with timestamps that are `seconds` apart, not a block time. */
function mineApart(runtime: Runtime, blocks: number, seconds: number): void {
  const { chain, cadence } = runtime.settle()
  const { open } = chain
  const { blockTime } = cadence
  const { timestamp } = open
  const last = timestamp + BigInt(blocks) * BigInt(seconds)
  if (last > mostSeconds || !Number.isSafeInteger(seconds * 1000))
    throw new PresealError(
      'ChainRuleError',
      `${blocks} blocks that are ${seconds} s apart end at ${last} s since 1970, but a timestamp is below 2^64, and from block to block there are less than 2^53 ms. Give a smaller "interval", or mine fewer blocks.`,
      { reason: 'timestamp' },
    )
  runtime.apply(setHeader, { timestamp, blockTime: seconds * 1000 })
  try {
    mine(runtime, blocks)
  } finally {
    const isOpen = runtime.moment.chain.open.number === open.number
    runtime.apply(setHeader, isOpen ? { timestamp, blockTime } : { blockTime })
  }
}

/** The largest timestamp of a header. */
const mostSeconds = 2n ** 64n - 1n
