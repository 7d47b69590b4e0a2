import {
  address,
  bool,
  string,
  tuple,
  uint8,
  uint256,
} from '../../../base/abi/abi.js'
import { topicOf } from '../../../base/abi/selector.js'
import { type Address, type Hash, toWord } from '../../../base/hex/hex.js'
import type { NativeFrame } from '../../engine.js'
import {
  builtInContract,
  builtInFunction,
  nativeGas,
  type Outcome,
  slotOfKey,
  succeed,
} from '../functions/nativeContract.js'

const maximum = 2n ** 256n - 1n

/** WETH9: ether that moves as a token. */
export const weth9 = builtInContract(
  () => [
    text('name', 'Wrapped Ether'),
    text('symbol', 'WETH'),
    builtInFunction('decimals', [], () => succeed(uint8.encode(18n))),
    builtInFunction('totalSupply', [], ({ state, address }) =>
      succeed(uint256.encode(state.balance(address))),
    ),
    builtInFunction('balanceOf', [address], (frame, owner) =>
      succeed(uint256.encode(read(frame, balanceSlot(owner)))),
    ),
    builtInFunction('allowance', [address, address], (frame, owner, spender) =>
      succeed(uint256.encode(read(frame, allowanceSlot(owner, spender)))),
    ),
    builtInFunction('deposit', [], deposit, true),
    builtInFunction('withdraw', [uint256], withdraw),
    builtInFunction('approve', [address, uint256], (frame, spender, value) => {
      frame.setSlot(allowanceSlot(frame.caller, spender), toWord(value))
      emit(
        frame,
        'Approval(address,address,uint256)',
        [frame.caller, spender],
        value,
      )
      return isDone
    }),
    builtInFunction('transfer', [address, uint256], (frame, to, value) =>
      move(frame, frame.caller, to, value),
    ),
    builtInFunction('transferFrom', [address, address, uint256], move),
  ],
  deposit,
)

const isDone = succeed(bool.encode(true))
/** Its conditions give no reasons. */
const refused: Outcome = { status: 'reverted', output: '0x' }

function text(name: string, value: string) {
  return builtInFunction(name, [], () => succeed(tuple(string).encode([value])))
}

function deposit(frame: NativeFrame): Outcome {
  const { caller, value } = frame
  write(frame, balanceSlot(caller), read(frame, balanceSlot(caller)) + value)
  emit(frame, 'Deposit(address,uint256)', [caller], value)
  return succeed('')
}

function withdraw(frame: NativeFrame, value: bigint): Outcome {
  const { caller } = frame
  const balance = read(frame, balanceSlot(caller))
  if (balance < value) return refused
  write(frame, balanceSlot(caller), balance - value)
  const gas = frame.gas - nativeGas
  const paid = frame.call({ to: caller, value, gas })
  if (paid.status !== 'success') return refused
  emit(frame, 'Withdrawal(address,uint256)', [caller], value)
  return succeed('')
}

function move(
  frame: NativeFrame,
  from: Address,
  to: Address,
  value: bigint,
): Outcome {
  const { caller } = frame
  const balance = read(frame, balanceSlot(from))
  if (balance < value) return refused
  const allowed = allowanceSlot(from, caller)
  const allowance = from === caller ? maximum : read(frame, allowed)
  if (allowance < value) return refused
  if (allowance !== maximum) write(frame, allowed, allowance - value)
  write(frame, balanceSlot(from), balance - value)
  write(frame, balanceSlot(to), read(frame, balanceSlot(to)) + value)
  emit(frame, 'Transfer(address,address,uint256)', [from, to], value)
  return isDone
}

function balanceSlot(owner: Address): Hash {
  return slotOfKey(toWord(3n), owner)
}

function allowanceSlot(owner: Address, spender: Address): Hash {
  const ofOwner = slotOfKey(toWord(4n), owner)
  return slotOfKey(ofOwner, spender)
}

function read({ state, address }: NativeFrame, slot: Hash): bigint {
  return BigInt(state.slot(address, slot))
}

function write(frame: NativeFrame, slot: Hash, value: bigint): void {
  frame.setSlot(slot, toWord(value))
}

function emit(
  frame: NativeFrame,
  event: string,
  parties: readonly Address[],
  value: bigint,
): void {
  const topics = parties.map((party): Hash => `0x${address.encode(party)}`)
  frame.emit([topicOf(event), ...topics], toWord(value))
}
