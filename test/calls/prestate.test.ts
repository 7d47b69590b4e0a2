import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { toHex } from 'viem'
import { expect, test } from 'vitest'
import { createdAddress } from '../../src/base/codec/rlp.js'
import type { Address, Hash } from '../../src/base/hex/hex.js'
import { delegateOf } from '../../src/base/hex/hex.js'
import { runOracle } from '../entries/evm/oracle.js'
import { createCase, type RandomCase } from '../entries/evm/randomCase.js'
import { share } from '../runs.js'
import { ask } from './ask.js'

type Read = { [address: Address]: Hash[] }
type Account = { storage?: { [slot: Hash]: Hash } }

/** Where on the stack an instruction has the address that geth looks up. */
const depths: { readonly [name: string]: number } = {
  BALANCE: 0,
  EXTCODECOPY: 0,
  EXTCODEHASH: 0,
  EXTCODESIZE: 0,
  SELFDESTRUCT: 0,
  CALL: 1,
  CALLCODE: 1,
  DELEGATECALL: 1,
  STATICCALL: 1,
}

const engine = evm()

/**
 * What geth's `prestateTracer` would list, by the instructions that
 * @ethereumjs/evm runs, of the accounts that are there before. The last
 * instruction of a frame may have lacked the gas for what it asks: then geth
 * leaves it out, where a node may have read it.
 */
async function readByOracle({
  environment,
  transaction,
  createState,
}: RandomCase): Promise<{ sure: Read; perhaps: Read }> {
  const state = createState()
  const read = new Map<Address, Set<Hash>>()
  const last = new Map<number, () => void>()
  const unsure: (() => void)[] = []
  const touch = (address: Address, slots: readonly Hash[] = []) => {
    const known = read.get(address) ?? new Set()
    read.set(address, known)
    for (const slot of slots) known.add(slot)
    const delegate = delegateOf(state.get(address)?.code ?? '0x')
    if (delegate !== undefined && !read.has(delegate))
      read.set(delegate, new Set())
  }
  const list = (): Read =>
    Object.fromEntries(
      [...read].flatMap(([address, slots]) =>
        state.has(address) ? [[address, [...slots].sort()]] : [],
      ),
    )
  const { from, to, nonce } = transaction
  const first = [from, to ?? createdAddress(from, nonce), environment.miner]
  for (const address of first) touch(address)
  await runOracle(state, environment, transaction, (step) => {
    const { opcode, stack, depth } = step
    for (const [deeper, then] of last) {
      if (deeper < depth) continue
      if (deeper === depth) then()
      else unsure.push(then)
      last.delete(deeper)
    }
    const word = (at: number) => toHex(stack.at(-1 - at) ?? 0n, { size: 32 })
    const own = step.address.toString() as Address
    const isSlot = opcode.name === 'SLOAD' || opcode.name === 'SSTORE'
    const at = depths[opcode.name]
    const slot = word(0)
    const address: Address = `0x${word(at ?? 0).slice(-40)}`
    if (isSlot && stack.length > 0) last.set(depth, () => touch(own, [slot]))
    else if (at !== undefined && stack.length > at)
      last.set(depth, () => touch(address))
  })
  const sure = list()
  for (const then of [...unsure, ...last.values()]) then()
  return { sure, perhaps: list() }
}

async function readByNode({
  environment,
  transaction,
  createState,
}: RandomCase): Promise<Read> {
  const accounts = Object.fromEntries(
    [...createState()].map(([address, account]) => [
      address,
      {
        ...account,
        nonce: Number(account.nonce),
        storage: Object.fromEntries(account.storage),
      },
    ]),
  )
  const node = createMockNode({
    engine,
    hardfork: 'prague',
    chainId: 1,
    accounts,
  })
  const { from, to, value, data, gas, accessList } = transaction
  const call = {
    from,
    to,
    value: toHex(value),
    data,
    gas: toHex(gas),
    accessList,
    maxFeePerGas: toHex(transaction.maxFeePerGas),
    maxPriorityFeePerGas: toHex(transaction.maxPriorityFeePerGas),
  }
  const traced = await ask(node, 'debug_traceCall', call, 'latest', {
    tracer: 'prestateTracer',
    blockOverrides: {
      number: toHex(environment.number),
      time: toHex(environment.timestamp),
      gasLimit: toHex(environment.gasLimit),
      feeRecipient: environment.miner,
      prevRandao: environment.mixHash,
      baseFeePerGas: toHex(environment.baseFeePerGas),
    },
  })
  return Object.fromEntries(
    Object.entries(traced as { [address: Address]: Account }).map(
      ([address, { storage = {} }]) => [address, Object.keys(storage)],
    ),
  ) as Read
}

/** What of the first is in the second too. */
function both(one: Read, other: Read): Read {
  return Object.fromEntries(
    Object.entries(one).flatMap(([address, slots]) => {
      const others = other[address as Address]
      return others === undefined
        ? []
        : [[address, slots.filter((slot) => others.includes(slot))]]
    }),
  )
}

test('prestateTracer lists what instructions read, by @ethereumjs/evm', async () => {
  let compared = 0
  for (let seed = 0; seed < share(200); seed++) {
    const given = await createCase(seed, 'prague')
    if (given.transaction.authorizationList.length > 0) continue
    compared++
    const own = await readByNode(given)
    const { sure, perhaps } = await readByOracle(given)
    expect([seed, both(own, sure)]).toEqual([seed, sure])
    expect([seed, both(own, perhaps)]).toEqual([seed, own])
  }
  expect(compared).toBeGreaterThan(share(200) / 2)
})
