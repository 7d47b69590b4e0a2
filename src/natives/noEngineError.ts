import { PresealError } from '../errors.js'
import type { Address, Hex } from '../hex/hex.js'

/** What only an interpreter could run. */
type Unrunnable =
  | { readonly type: 'creation' }
  | {
      readonly type: 'bytecode' | 'precompile'
      readonly address: Address
      readonly input: Hex
    }

const interpreter =
  "import { evm } from 'preseal/evm' and pass createMockNode({ engine: evm() })"

/** @throws NoEngineError */
export function refuseToRun(unrunnable: Unrunnable): never {
  throw new NoEngineError(unrunnable)
}

class NoEngineError extends PresealError {
  override readonly name = 'NoEngineError'

  constructor(unrunnable: Unrunnable) {
    super(`${problemOf(unrunnable)} ${adviceFor(unrunnable)}`)
  }
}

function problemOf(unrunnable: Unrunnable): string {
  if (unrunnable.type === 'creation')
    return 'A contract is to be created by initcode, and this node runs no bytecode.'
  const { type, address, input } = unrunnable
  return type === 'precompile'
    ? `${address} is a precompile, and this node has none: it was called with ${input.length > 10 ? `${input.slice(0, 10)}…` : input}.`
    : `${address} holds bytecode, which this node does not run: it was called ${selectorOf(input)}.`
}

function selectorOf(input: Hex): string {
  return input.length < 10 ? 'without a selector' : `by ${input.slice(0, 10)}`
}

function adviceFor({ type }: Unrunnable): string {
  if (type === 'creation')
    return `To run it, ${interpreter}; or script the transaction with node.preconfirm, and the code that it leaves in its "changes".`
  if (type === 'precompile') return `To have them, ${interpreter}.`
  return `Declare what it does by contract({ … }) of 'preseal/contracts' in option "contracts"; or, to run the bytecode, ${interpreter}.`
}
