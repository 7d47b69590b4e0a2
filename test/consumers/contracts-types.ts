import { createMockNode, type NativeContract } from 'preseal'
import { contract, erc20, erc721, slotOf } from 'preseal/contracts'
import { parseAbi } from 'viem'

const address = '0x000000000000000000000000000000000000c0de'
const abi = parseAbi([
  'function held(address owner) view returns (uint256)',
  'function put(uint256 amount)',
  'event Put(address indexed by, uint256 amount)',
  'error Paused(uint256 until)',
])

const vault: NativeContract = contract({
  address,
  abi,
  storage: { [slotOf('total')]: slotOf(1) },
  functions: {
    held: ({ args: [owner], state }) => state.get('held', owner),
    put({ args: [amount], message, emit, revert, state }) {
      if (amount === 0n) revert('Paused', [amount])
      state.set(['held', message.from], amount)
      emit('Put', { by: message.from, amount })
      // @ts-expect-error The ABI has no such event.
      emit('Take', { amount })
      // @ts-expect-error Its argument is a number.
      revert('Paused', ['now'])
    },
  },
})

// @ts-expect-error It returns a number.
contract({ address, abi, functions: { held: () => 'much' } })

// @ts-expect-error The ABI has no such function.
contract({ address, abi, functions: { take: () => {} } })

createMockNode({
  contracts: [
    vault,
    erc20({ address, symbol: 'T', balances: { [address]: 1n } }),
    erc721({ address, symbol: 'C', owners: { 1: address } }),
  ],
})
