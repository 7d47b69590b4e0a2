import {
  type Address,
  type Hash,
  type Hex,
  toWord,
} from '../../base/hex/hex.js'
import type {
  Environment,
  Native,
  NativeCall,
  NativeResult,
  StateReader,
} from '../engine.js'
import type { Observer } from '../observer.js'
import {
  type Account,
  accountOf,
  balanceOf,
  beginContract,
  change,
  codeHexOf,
  isTaken,
  nonceOf,
  readSlot,
  slotOf,
  type World,
  writeSlot,
} from './world.js'

/** Native frames share the JavaScript stack, which has no room for 1,024. */
const maxWaiting = 128

/** State that all frames of a message share. */
export type NativeHost = {
  readonly world: World
  readonly environment: Environment
  readonly observer: Observer | undefined
  /** How many native contracts wait for a call that they made. */
  waitingNatives: number
}

/** The frame that a native contract runs in, as an engine keeps it. */
export type Hosted = {
  readonly account: Account
  readonly caller: Account
  /** The account whose code is the marker. */
  readonly codeAddress: Address
  readonly value: bigint
  readonly input: Hex
  readonly isStatic: boolean
  /** At its beginning. */
  readonly gas: bigint
  /** The rest of its gas after its calls took theirs. */
  gasLeft(): bigint
  /** Takes what the call uses from that. */
  call(call: NativeCall): NativeResult
}

/**
 * Hands a frame to the function that stands for its code. The gas of the
 * result is still to be taken.
 */
export function runNative(
  host: NativeHost,
  native: Native,
  hosted: Hosted,
): NativeResult {
  const { world, environment, observer } = host
  const { account, isStatic, caller, codeAddress } = hosted
  const { value, input, gas } = hosted
  /** A native notices forbidden writes in a static frame at its end. */
  let isViolated = false
  const unlessStatic = (write: () => void) => {
    if (isStatic) isViolated = true
    else write()
  }
  const result = native({
    address: account.address,
    codeAddress,
    caller: caller.address,
    value,
    input,
    gas,
    isStatic,
    environment,
    state: readerOf(host),
    setSlot: (key, word) =>
      unlessStatic(() => {
        const position = BigInt(key)
        const slot = slotOf(account, position)
        const before = readSlot(world, account, position, slot)
        if (before !== BigInt(word)) writeSlot(world, slot, BigInt(word))
      }),
    emit: (topics, data) =>
      unlessStatic(() => {
        const written = { address: account.address, topics: [...topics], data }
        world.logs.push(written)
        observer?.log?.(written)
      }),
    deploy(address, code) {
      const target = accountOf(world, address)
      if (isTaken(world, target)) return false
      unlessStatic(() => {
        beginContract(world, account, target, 0n)
        change(world, target, 'code', code)
      })
      return true
    },
    call: (call) => {
      if (isStatic && (call.value ?? 0n) !== 0n) isViolated = true
      if (host.waitingNatives >= maxWaiting)
        return { ...halted('max call depth exceeded'), gasUsed: 0n }
      host.waitingNatives++
      const answer = hosted.call(call)
      host.waitingNatives--
      return answer
    },
  })
  if (typeof result?.gasUsed !== 'bigint')
    throw new TypeError(
      `The function of the contract ${codeAddress} returned no { status, output, gasUsed } with gasUsed as a bigint; it may not be async`,
    )
  if (isViolated) return halted('write protection')
  if (result.halt !== undefined) return halted(result.halt)
  return result.gasUsed > hosted.gasLeft() ? halted('out of gas') : result
}

function halted(halt: string): NativeResult {
  return { status: 'reverted', halt, output: '0x', gasUsed: 0n }
}

/** The state as it is now, for those outside of the engine. */
function readerOf({ world, environment }: NativeHost): StateReader {
  const { reader } = world
  // Whoever lists what was read finds it in the slots.
  const isListed = environment.hardfork === 'amsterdam'
  return {
    balance: (address) => balanceOf(world, accountOf(world, address)),
    nonce: (address) => nonceOf(world, accountOf(world, address)),
    code: (address) => codeHexOf(world, accountOf(world, address)),
    slot: (address, key) => {
      const account = accountOf(world, address)
      const { slots, isCreated } = account
      // Most contracts are only asked, and a word need not become a number.
      const isAsBefore = slots === undefined && !isCreated && !isListed
      if (isAsBefore && isCanonical(key)) return reader.slot(address, key)
      const position = BigInt(key)
      const slot = slotOf(account, position)
      return toWord(readSlot(world, account, position, slot))
    },
    hasStorage: (address) => {
      const account = accountOf(world, address)
      for (const { value } of account.slots?.values() ?? [])
        if (value !== undefined && value !== 0n) return true
      return !account.isCreated && reader.hasStorage(address)
    },
  }
}

/** A contract of the user's may write a slot in another way. */
function isCanonical(key: Hash): boolean {
  return key.length === 66 && key === key.toLowerCase()
}
