import { PresealError } from '../../base/errors/errors.js'
import type { Address, Hex } from '../../base/hex/hex.js'

/** Code that only an interpreter can run. */
type Unrunnable =
  | { readonly type: 'creation' }
  | {
      readonly type: 'bytecode' | 'precompile'
      readonly address: Address
      readonly input: Hex
    }

const interpreter =
  "import { evm } from 'preseal/evm' and write createMockNode({ engine: evm() })"

/** Thrown if bytecode would have to run, and nothing runs it. */
export function noEngineError(
  unrunnable: Unrunnable,
): PresealError<'NoEngineError'> {
  return new PresealError(
    'NoEngineError',
    `${problemOf(unrunnable)} ${adviceFor(unrunnable)}`,
  )
}

function problemOf(unrunnable: Unrunnable): string {
  if (unrunnable.type === 'creation')
    return 'The node has no engine to run the initcode of a contract.'
  const { type, address, input } = unrunnable
  const what = type === 'bytecode' ? 'holds bytecode' : 'is a precompile'
  return `${address} ${what}, and the node has no engine to run it. It was called ${withInput(input)}.`
}

function withInput(input: Hex): string {
  if (input.length < 10) return `with ${input}`
  return `with the selector ${input.slice(0, 10)}`
}

function adviceFor({ type }: Unrunnable): string {
  if (type === 'creation')
    return `To run it, ${interpreter}; or script the transaction with node.preconfirm, and pass the contract's code in "changes".`
  if (type === 'precompile') return `To run it, ${interpreter}.`
  return `Describe it with contract({ … }) from 'preseal/contracts' in the option "contracts"; or, to run the bytecode, ${interpreter}.`
}
