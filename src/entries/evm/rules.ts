import type { Address } from '../../base/hex/hex.js'
import { isSince } from '../../base/validation/hardforks.js'
import type { Environment, Hardfork } from '../../engine/engine.js'
import { mostCode, mostInitcode } from '../../engine/gas.js'
import { amsterdam } from './instructions/amsterdam.js'
import {
  arithmetic,
  bitwise,
  countLeadingZeros,
} from './instructions/arithmetic.js'
import { calls, creations } from './instructions/calls.js'
import { accounts, block, context } from './instructions/context.js'
import { logs, selfdestruct, storage } from './instructions/effects.js'
import { flow, invalid } from './instructions/flow.js'
import { memory, stack } from './instructions/memory.js'
import type { Precompile } from './machine/frame.js'
import type { Prices } from './machine/gas.js'
import type { Instruction, Rules } from './machine/machine.js'
import { toAddress } from './machine/words.js'
import { blake2f } from './precompiles/blake2f.js'
import { bls } from './precompiles/bls.js'
import {
  bn254Add,
  bn254Multiply,
  bn254Pairing,
  createP256Verify,
} from './precompiles/curves.js'
import { identity, recovery, ripemd, sha2 } from './precompiles/hashes.js'
import { pointEvaluation } from './precompiles/kzg.js'
import { modexp, osakaModexp } from './precompiles/modexp.js'

const ofCancun: Instruction[] = [
  ...arithmetic,
  ...bitwise,
  ...context,
  ...accounts,
  ...block,
  ...stack,
  ...memory,
  ...storage,
  ...flow,
  ...logs,
  ...creations,
  ...calls,
  selfdestruct,
]

const addedBy: Record<Hardfork, Instruction[]> = {
  cancun: [],
  prague: [],
  osaka: [countLeadingZeros],
  amsterdam: [countLeadingZeros, ...amsterdam],
}

const sinceCancun: Prices = {
  coldAccount: 2_600,
  valueTransfer: 9_000,
  newAccount: 25_000,
  newHeir: 25_000,
  codeByte: 200,
  codeWord: 0,
  state: undefined,
}

/** EIP-8038, and EIP-8037 with 1,530 gas for a byte of state. */
const ofAmsterdam: Prices = {
  coldAccount: 3_000,
  valueTransfer: 11_300,
  newAccount: 0,
  newHeir: 9_000,
  codeByte: 0,
  codeWord: 6,
  state: {
    account: 183_600,
    slot: 97_920,
    delegation: 35_190,
    codeByte: 1_530,
  },
}

const p256Position = 0x100
const p256OfOsaka = 6_900n

/** The rules of a hardfork, on a chain with that price of P256VERIFY. */
export function createRules(
  hardfork: Hardfork,
  p256VerifyGas: bigint | undefined,
  codeSizeLimit?: number,
  runsBeforeScript = 10_000,
): Rules {
  const precompiles = createPrecompiles(hardfork, p256VerifyGas)
  const isAmsterdam = hardfork === 'amsterdam'
  return {
    instructions: createTable([...ofCancun, ...addedBy[hardfork]]),
    blocks: new WeakMap(),
    runsBeforeScript,
    precompiles,
    warm: precompiles,
    hasDelegations: hardfork !== 'cancun',
    prices: isAmsterdam ? ofAmsterdam : sinceCancun,
    maxCode: mostCode({ hardfork, codeSizeLimit }),
    maxInitcode: mostInitcode({ hardfork, codeSizeLimit }),
    isAmsterdam,
  }
}

/** The same rules, with precompiles if a request has moved them. */
export function moveAll(
  rules: Rules,
  moved: NonNullable<Environment['movedPrecompiles']>,
): Rules {
  const precompiles = new Map(rules.precompiles)
  for (const [address, own] of moved) {
    const precompile = own === null ? undefined : rules.precompiles.get(own)
    if (precompile === undefined) precompiles.delete(address)
    else precompiles.set(address, precompile)
  }
  return { ...rules, precompiles }
}

function createTable(defined: readonly Instruction[]): Instruction[] {
  const table = Array.from({ length: 256 }, (_, opcode) => invalid(opcode))
  for (const instruction of defined) table[instruction.opcode] = instruction
  return table
}

function createPrecompiles(
  hardfork: Hardfork,
  p256VerifyGas: bigint | undefined,
): ReadonlyMap<Address, Precompile> {
  const isOsaka = isSince(hardfork, 'osaka')
  const fromOne = [
    recovery,
    sha2,
    ripemd,
    identity,
    isOsaka ? osakaModexp : modexp,
    bn254Add,
    bn254Multiply,
    bn254Pairing,
    blake2f,
    pointEvaluation,
    ...(hardfork === 'cancun' ? [] : bls),
  ]
  const precompiles = new Map<Address, Precompile>()
  for (const [index, precompile] of fromOne.entries())
    precompiles.set(toAddress(BigInt(index + 1)), precompile)
  const price = p256VerifyGas ?? (isOsaka ? p256OfOsaka : undefined)
  if (price !== undefined) {
    const precompile = createP256Verify(Number(price))
    precompiles.set(toAddress(BigInt(p256Position)), precompile)
  }
  return precompiles
}
