import {
  type Annotations,
  annotationsOf,
  givenContracts,
} from '../../../base/words/words.js'
import { type WalletDoor, walletDoor } from '../../../doors/walletDoor.js'
import type { Contract, MockNode } from '../../../index.js'

type Known = {
  readonly [givenContracts]?: readonly Contract[]
  readonly [walletDoor]?: WalletDoor
}

/** The ABIs and names that a test, a wallet and the contracts of a node know. */
export function readAnnotations(node: MockNode): Annotations {
  const { [givenContracts]: contracts = [], [walletDoor]: door = {} } =
    node as MockNode & Known
  // Annotations of the test come first, so that they count.
  const all = [
    annotationsOf(node),
    annotationsOf(door),
    ...contracts.map(annotationsOfContract),
  ]
  return {
    abis: all.flatMap(({ abis = [] }) => abis),
    names: Object.assign({}, ...all.map(({ names }) => names).reverse()),
  }
}

function annotationsOfContract(contract: Contract): Annotations {
  return contract.type === 'erc20'
    ? { names: { [contract.address]: contract.symbol } }
    : annotationsOf(contract.native)
}
