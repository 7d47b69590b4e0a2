import { evm } from 'preseal/evm'
import { getContractAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type Address, type Hash, toWord } from '../../../src/base/hex/hex.js'
import type {
  Authorization,
  Engine,
  Execution,
  Hardfork,
  Message,
  Native,
  NativeFrame,
  NativeResult,
} from '../../../src/engine/engine.js'
import { nativeEngine } from '../../../src/engine/natives/createNatives.js'
import { addressOf } from '../../entries/evm/assemble.js'
import {
  createState,
  readerOf,
  type Written,
} from '../../entries/evm/memoryState.js'
import { alice, environment } from '../../entries/evm/message.js'
import { createRandom, type Random } from '../../entries/evm/random.js'
import { share } from '../../runs.js'

const signer = privateKeyToAccount(toWord(7n))
const authority = signer.address.toLowerCase() as Address
const contracts = [0xc001, 0xc002, 0xc003].map(addressOf)
const everybody = [alice, authority, ...contracts, addressOf(0xd001)]
const nobody = addressOf(0xdead)
const created = getContractAddress({ from: alice, nonce: 3n }).toLowerCase()
const { miner } = environment

type Act = (frame: NativeFrame) => void
type Program = { readonly acts: readonly Act[]; readonly end: NativeResult }

/** Every contract has these, of which its input says one. */
function createPrograms(random: Random): readonly Program[] {
  return Array.from({ length: 6 }, () => ({
    acts: Array.from({ length: random.below(5) }, () => createAct(random)),
    end: createEnd(random),
  }))
}

function createAct(random: Random): Act {
  const key = wordOf(random)
  const value = wordOf(random)
  const data = `0x0${random.below(9)}` as const
  const to = random.pick([...everybody, nobody, miner])
  const call = {
    to,
    input: `0x0${random.below(6)}` as const,
    ...(random.chance(0.5) && { value: BigInt(random.below(12)) }),
    ...(random.chance(0.3) && { gas: BigInt(random.below(90_000)) }),
    ...(random.chance(0.2) && { isStatic: true }),
  }
  return random.pick<Act>([
    (frame) => frame.setSlot(key, value),
    (frame) => frame.emit([key], data),
    (frame) => frame.setSlot(key, toWord(frame.call(call).gasUsed)),
    (frame) => frame.emit([value], frame.call(call).output),
    ({ address, emit, state, setSlot }) => {
      setSlot(key, toWord(state.balance(to) + state.nonce(to)))
      emit([state.slot(address, value)], state.code(to))
    },
  ])
}

function createEnd(random: Random): NativeResult {
  return {
    status: random.chance(0.75) ? 'success' : 'reverted',
    output: `0x${random.bytes(random.below(40))}`,
    gasUsed: BigInt(random.below(40_000)),
    ...(random.chance(0.05) && { halt: 'of its own' }),
  }
}

const wordOf = (random: Random): Hash => toWord(BigInt(random.below(4)))

/** Calls within calls soon are too many: from then on nobody does a thing. */
const mostRuns = 60

function createNative(programs: readonly Program[]): Native {
  let runs = 0
  return (frame) => {
    const program = programs[Number(frame.input) % programs.length]
    if (program === undefined || ++runs > mostRuns)
      return { status: 'success', output: '0x', gasUsed: 1n }
    for (const act of program.acts) act(frame)
    return program.end
  }
}

function createAccounts(random: Random) {
  const accounts: { [address: Address]: Written } = {
    [alice]: { balance: 1_000n, nonce: 3n },
  }
  for (const [index, address] of contracts.entries())
    accounts[address] = {
      code: `0xfe0${index}`,
      balance: BigInt(random.below(20)),
      storage: { [wordOf(random)]: wordOf(random) },
    }
  if (random.chance(0.3)) accounts[created as Address] = { nonce: 1n }
  return accounts
}

async function createMessage(
  random: Random,
  hardfork: Hardfork,
): Promise<Message> {
  const isCreation = random.chance(0.1)
  return {
    from: alice,
    to: isCreation ? null : random.pick(everybody),
    value: BigInt(random.pick([0, 0, 5, 1_001])),
    data: isCreation ? '0x' : `0x0${random.below(6)}`,
    gas: BigInt(random.pick([20_000, 60_000, 150_000, 1_000_000])),
    nonce: 3n,
    accessList: [],
    authorizationList:
      hardfork !== 'cancun' && random.chance(0.5)
        ? [await createAuthorization(random)]
        : [],
  }
}

async function createAuthorization(random: Random): Promise<Authorization> {
  const signed = await signer.signAuthorization({
    address: random.pick([...contracts, nobody]),
    chainId: random.pick([0, 1, 2]),
    nonce: random.pick([0, 0, 1]),
  })
  return {
    chainId: BigInt(signed.chainId),
    address: signed.address,
    nonce: BigInt(signed.nonce),
    yParity: signed.yParity as number,
    r: signed.r,
    s: signed.s,
  }
}

async function createCase(seed: number) {
  const random = createRandom(seed)
  const accounts = createAccounts(random)
  const hardfork = random.pick(['cancun', 'prague', 'osaka'] as const)
  const message = await createMessage(random, hardfork)
  const programs = createPrograms(random)
  return { accounts, message, hardfork, programs }
}

type Case = Awaited<ReturnType<typeof createCase>>

/** What becomes of the message, and all that an observer is told. */
function run(
  engine: Engine,
  { accounts, message, hardfork, programs }: Case,
): [Execution, unknown[]] {
  const native = createNative(programs)
  const told: unknown[] = []
  // The interpreter alone tells the least gas.
  const { leastGas: _, ...execution } = engine.execute(
    readerOf(createState(accounts)),
    {
      ...environment,
      hardfork,
      native: (code) => (code.length === 6 ? native : undefined),
    },
    message,
    {
      enter: (frame) => told.push({ ...frame, input: frame.input() }),
      exit: (result) => told.push(result),
      log: (log) => told.push(log),
    },
  )
  return [execution, told]
}

const errorOf = (told: unknown) => (told as { readonly error?: string }).error

const interpreter = evm()

test('the engine without an interpreter does what the interpreter does', async () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < share(2_000, 200); seed++) {
    const given = await createCase(seed)
    const [execution, told] = run(nativeEngine, given)
    expect([execution, told], `seed ${seed}`).toEqual(run(interpreter, given))
    for (const frame of told) seen.add(errorOf(frame) ?? 'success')
    if (told.length > 20) seen.add('deep')
    if (execution.logs.length > 2) seen.add('logs')
    if (execution.changes[authority]?.code) seen.add('delegated')
  }
  expect([...seen].sort()).toEqual([
    'contract address collision',
    'deep',
    'delegated',
    'execution reverted',
    'insufficient balance for transfer',
    'logs',
    'of its own',
    'out of gas',
    'success',
    'write protection',
  ])
})
