import {
  address,
  bool,
  string,
  tuple,
  uint8,
  uint256,
} from '../../base/abi/abi.js'
import { topicOf } from '../../base/abi/selector.js'
import {
  type Address,
  type Hash,
  type Hex,
  toWord,
  zeroAddress,
} from '../../base/hex/hex.js'
import { encodeText } from '../../base/hex/text.js'
import { remember } from '../../base/memo/memo.js'
import type { Erc20Contract } from '../contract.js'
import type { Native, NativeFrame } from '../engine.js'
import {
  type BuiltInFunction,
  builtInContract,
  builtInFunction,
  type Outcome,
  onlyOwner,
  ownable,
  readText,
  revertWith,
  slotOfKey,
  slotsOfText,
  succeed,
} from './functions/nativeContract.js'

/** Where OpenZeppelin's ERC20 5.x keeps what it knows, Ownable after it. */
const erc20Slots = {
  balances: toWord(0n),
  allowances: toWord(1n),
  totalSupply: toWord(2n),
  name: toWord(3n),
  symbol: toWord(4n),
  owner: toWord(5n),
}

function balanceSlot(owner: Address): Hash {
  return slotOfKey(erc20Slots.balances, owner)
}

function allowanceSlot(owner: Address, spender: Address): Hash {
  const ofOwner = slotOfKey(erc20Slots.allowances, owner)
  return slotOfKey(ofOwner, spender)
}

/** OpenZeppelin's ERC20; with an owner ERC20Burnable, Ownable and `mint`. */
export function erc20(decimals: number, isOwned: boolean): Native {
  return builtInContract(() => [
    ...metadata(decimals),
    ...token(),
    ...(isOwned ? [...supply(), ...ownable(erc20Slots.owner)] : []),
  ])
}

function metadata(decimals: number): BuiltInFunction[] {
  const getText = (name: 'name' | 'symbol') =>
    builtInFunction(name, [], (frame) => {
      const text = readText(frame.state, frame.address, erc20Slots[name])
      return succeed(tuple(string).encode([text]))
    })
  return [
    getText('name'),
    getText('symbol'),
    builtInFunction('decimals', [], () =>
      succeed(uint8.encode(BigInt(decimals))),
    ),
  ]
}

const done = succeed('')
const isDone = succeed(bool.encode(true))

function token(): BuiltInFunction[] {
  return [
    builtInFunction('totalSupply', [], (frame) =>
      tellSlot(frame, erc20Slots.totalSupply),
    ),
    builtInFunction('balanceOf', [address], (frame, owner) =>
      tellSlot(frame, balanceSlot(owner)),
    ),
    builtInFunction('allowance', [address, address], (frame, owner, spender) =>
      tellSlot(frame, allowanceSlot(owner, spender)),
    ),
    builtInFunction(
      'transfer',
      [address, uint256],
      (frame, to, value) => transfer(frame, frame.caller, to, value) ?? isDone,
    ),
    builtInFunction(
      'approve',
      [address, uint256],
      (frame, spender, value) =>
        approve(frame, frame.caller, spender, value, true) ?? isDone,
    ),
    builtInFunction(
      'transferFrom',
      [address, address, uint256],
      (frame, from, to, value) =>
        spend(frame, from, value) ?? transfer(frame, from, to, value) ?? isDone,
    ),
  ]
}

function supply(): BuiltInFunction[] {
  const burn = (frame: NativeFrame, from: Address, value: bigint) =>
    from === zeroAddress
      ? invalidSender([from])
      : update(frame, from, zeroAddress, value)
  return [
    builtInFunction(
      'mint',
      [address, uint256],
      (frame, to, value) =>
        onlyOwner(frame, erc20Slots.owner) ??
        (to === zeroAddress
          ? invalidReceiver([to])
          : (update(frame, zeroAddress, to, value) ?? done)),
    ),
    builtInFunction(
      'burn',
      [uint256],
      (frame, value) => burn(frame, frame.caller, value) ?? done,
    ),
    builtInFunction(
      'burnFrom',
      [address, uint256],
      (frame, from, value) =>
        spend(frame, from, value) ?? burn(frame, from, value) ?? done,
    ),
  ]
}

const invalidSender = revertWith('ERC20InvalidSender', [address])
const invalidReceiver = revertWith('ERC20InvalidReceiver', [address])
const invalidApprover = revertWith('ERC20InvalidApprover', [address])
const invalidSpender = revertWith('ERC20InvalidSpender', [address])
const amounts = [address, uint256, uint256] as const
const lowBalance = revertWith('ERC20InsufficientBalance', amounts)
const lowAllowance = revertWith('ERC20InsufficientAllowance', amounts)
const panic = revertWith('Panic', [uint256])
/** Solidity's panic code of arithmetic. */
const overflow = 0x11n

/** Why it is not possible, if it is not; so do those below. */
function transfer(
  frame: NativeFrame,
  from: Address,
  to: Address,
  value: bigint,
): Outcome | undefined {
  if (from === zeroAddress) return invalidSender([from])
  if (to === zeroAddress) return invalidReceiver([to])
  return update(frame, from, to, value)
}

/** From the zero address it is minted, to the zero address burnt. */
function update(
  frame: NativeFrame,
  from: Address,
  to: Address,
  value: bigint,
): Outcome | undefined {
  const total = read(frame, erc20Slots.totalSupply)
  if (from === zeroAddress) {
    if (total + value > maximum) return panic([overflow])
    write(frame, erc20Slots.totalSupply, total + value)
  } else {
    const balance = read(frame, balanceSlot(from))
    if (balance < value) return lowBalance([from, balance, value])
    write(frame, balanceSlot(from), balance - value)
  }
  if (to === zeroAddress) write(frame, erc20Slots.totalSupply, total - value)
  else write(frame, balanceSlot(to), read(frame, balanceSlot(to)) + value)
  emit(frame, 'Transfer', from, to, value)
  return undefined
}

function approve(
  frame: NativeFrame,
  owner: Address,
  spender: Address,
  value: bigint,
  isTold = false,
): Outcome | undefined {
  if (owner === zeroAddress) return invalidApprover([owner])
  if (spender === zeroAddress) return invalidSpender([spender])
  write(frame, allowanceSlot(owner, spender), value)
  if (isTold) emit(frame, 'Approval', owner, spender, value)
  return undefined
}

/** Takes from the caller's allowance; the greatest number stays. */
function spend(
  frame: NativeFrame,
  owner: Address,
  value: bigint,
): Outcome | undefined {
  const { caller } = frame
  const allowance = read(frame, allowanceSlot(owner, caller))
  if (allowance === maximum) return undefined
  if (allowance < value) return lowAllowance([caller, allowance, value])
  return approve(frame, owner, caller, allowance - value)
}

const maximum = 2n ** 256n - 1n

function tellSlot({ state, address }: NativeFrame, slot: Hash): Outcome {
  return succeed(state.slot(address, slot).slice(2))
}

function read({ state, address }: NativeFrame, slot: Hash): bigint {
  return BigInt(state.slot(address, slot))
}

/** As Solidity does where it checks nothing. */
function write(frame: NativeFrame, slot: Hash, value: bigint): void {
  frame.setSlot(slot, toWord(BigInt.asUintN(256, value)))
}

function emit(
  frame: NativeFrame,
  event: 'Transfer' | 'Approval',
  one: Address,
  other: Address,
  value: bigint,
): void {
  const topics = [one, other].map((party): Hash => `0x${address.encode(party)}`)
  frame.emit(
    [topicOf(`${event}(address,address,uint256)`), ...topics],
    toWord(value),
  )
}

const prefix = `0xfe${encodeText('erc20').slice(2)}`

/** Its code says what is in no slot, so that whoever finds it can run it. */
export function erc20Account(token: Erc20Contract): {
  code: Hex
  storage: { [slot: Hash]: Hash }
} {
  const { symbol, name = symbol, decimals = 18, balances = {}, owner } = token
  const flags = owner === undefined ? '00' : '01'
  const storage: { [slot: Hash]: Hash } = {
    ...slotsOfText(erc20Slots.name, name),
    ...slotsOfText(erc20Slots.symbol, symbol),
    ...(owner && { [erc20Slots.owner]: `0x${address.encode(owner)}` as const }),
  }
  let total = 0n
  for (const [holder, amount] of Object.entries(balances)) {
    if (amount === 0n) continue
    storage[balanceSlot(holder as Address)] = toWord(amount)
    total += amount
  }
  if (total > 0n) storage[erc20Slots.totalSupply] = toWord(total)
  const ofDecimals = decimals.toString(16).padStart(2, '0')
  return { code: `${prefix}${ofDecimals}${flags}` as Hex, storage }
}

const markerLength = prefix.length + 4

const nativeOf = remember((code: Hex): Native => {
  const decimals = Number.parseInt(code.slice(-4, -2), 16)
  return erc20(decimals, code.endsWith('01'))
})

/** The native for the code of such a token; undefined for other code. */
export function erc20Of(code: Hex): Native | undefined {
  const isOne = code.length === markerLength && code.startsWith(prefix)
  return isOne ? nativeOf(code) : undefined
}
