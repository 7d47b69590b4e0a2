import { readFileSync } from 'node:fs'
import { evm } from 'preseal/evm'
import { type Abi, encodeDeployData, type Hex } from 'viem'
import { expect } from 'vitest'
import type { Address } from '../../../src/base/hex/hex.js'
import type { Engine, Execution, Native } from '../../../src/engine/engine.js'
import { nativeEngine } from '../../../src/engine/natives/createNatives.js'
import { addressOf } from '../../entries/evm/assemble.js'
import {
  applyChanges,
  createState,
  type MemoryState,
  readerOf,
  type Written,
} from '../../entries/evm/memoryState.js'
import { environment } from '../../entries/evm/message.js'

export const contractAddress = addressOf(0xc0de)

const interpreter = evm()

export type Sent = { from: Address; data: Hex; value?: bigint }

/** What the compiler made of a contract of `test/entries/contracts`. */
export function readArtifact(name: string): { abi: Abi; bytecode: Hex } {
  const text = readFileSync(`test/entries/contracts/${name}.json`, 'utf8')
  const { abi, bytecode } = JSON.parse(text)
  return { abi, bytecode: bytecode.object }
}

/** The account that a constructor leaves. */
export function deploy(
  { abi, bytecode }: { abi: Abi; bytecode: Hex },
  args: readonly unknown[],
): Written {
  const data = encodeDeployData({ abi, bytecode, args })
  const from = addressOf(0xdeb)
  const created = execute(interpreter, createState({}), { from, data }, null)
  const change = created.changes[created.contractAddress as Address]
  return { ...change, nonce: 1n }
}

function execute(
  engine: Engine,
  state: MemoryState,
  { from, data, value = 0n }: Sent,
  to: Address | null = contractAddress,
  native?: (code: Hex) => Native | undefined,
): Execution {
  return engine.execute(
    readerOf(state),
    { ...environment, native },
    {
      from,
      to,
      value,
      data,
      gas: 6_000_000n,
      nonce: state.get(from)?.nonce ?? 0n,
      accessList: [],
      authorizationList: [],
    },
  )
}

const ecrecover = addressOf(1)

/** What users can tell apart, but for gas and that bytecode calls ecrecover. */
const outcome = ({ status, output, logs, changes }: Execution) => {
  const { [ecrecover]: _, ...others } = changes
  return { status, output, logs, changes: others }
}

/** Bytecode and a native contract, sent the same messages one by one. */
export function expectSame(
  accounts: { deployed: Written; declared: Written },
  native: (code: Hex) => Native | undefined,
  sent: readonly Sent[],
  about: string,
): Execution[] {
  const rich = { [sent[0]?.from as Address]: { balance: 1_000n } }
  const [deployed, declared] = [accounts.deployed, accounts.declared].map(
    (account) => createState({ ...rich, [contractAddress]: account }),
  ) as [MemoryState, MemoryState]
  return sent.map((message, index) => {
    const expected = execute(interpreter, deployed, message)
    const execution = execute(
      nativeEngine,
      declared,
      message,
      contractAddress,
      native,
    )
    expect(outcome(execution), `${about}, message ${index}`).toEqual(
      outcome(expected),
    )
    applyChanges(deployed, expected.changes)
    applyChanges(declared, execution.changes)
    return execution
  })
}
