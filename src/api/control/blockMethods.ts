import { toQuantity } from '../../base/hex/hex.js'
import { parseAddress, parseHash } from '../../base/hex/parse.js'
import { amounts } from '../../base/validation/amounts.js'
import { setHeader } from '../../node/runtime/transitions/setHeader.js'
import { method } from './method.js'
import { mine, mineApart } from './mine.js'
import { orElse } from './orElse.js'
import { parseCount } from './parseCount.js'
import { parseMineOptions } from './parseMineOptions.js'

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
