import { type Address, toWord } from '../../base/hex/hex.js'
import {
  delegatedAccount,
  entryPoints,
} from '../../engine/natives/accounts/accountContract.js'
import {
  depositSlot,
  type EntryPointVersion,
  entryPoint,
} from '../../engine/natives/accounts/entryPoint.js'
import { paymaster } from '../../engine/natives/accounts/paymaster.js'
import {
  accountFactory,
  simpleAccount,
} from '../../engine/natives/accounts/simpleAccount.js'
import type { MockNode } from '../../index.js'

/** The first accounts of ERC-4337's own factory, as permissionless names them. */
const factories: { readonly [version in EntryPointVersion]: Address } = {
  '0.7': '0x91e60e0613810449d098b0b5ec8b51a0fe8c8985',
  '0.8': '0x13e9ed32155810fdbd067d4522c492d6f68e5944',
  '0.9': '0x13e9ed32155810fdbd067d4522c492d6f68e5945',
}
/** What accounts delegate to (EIP-7702), as viem names it. */
const delegates: readonly Address[] = [
  '0xe6cae83bde06e4c305530e199d7217f42808555b',
  '0xa46cc63ebf4bd77888aa327837d20b23a63a56b5',
]
const implementation: Address = '0x00000000000000000000000000000051e91eacc0'
export const paymasterAddress: Address =
  '0x0000000000000000000000000000009a73a57e12'
export const bundlerAddress: Address =
  '0x0000000000000000000000000000000000b0d1e2'

const plenty = 10n ** 24n
/** Puts ERC-4337's contracts on the chain, and ether where they need it. */
export function install(
  node: MockNode,
  versions: readonly EntryPointVersion[],
) {
  for (const version of versions) {
    const address = entryPoints[version]
    node.setContract({
      type: 'native',
      address,
      native: entryPoint(version),
      storage: { [depositSlot(paymasterAddress)]: toWord(plenty) },
    })
    node.setBalance({ address, value: plenty })
  }
  const natives = [
    ...versions.map(
      (version) =>
        [factories[version], accountFactory(implementation)] as const,
    ),
    ...delegates.map((delegate) => [delegate, delegatedAccount] as const),
    [implementation, simpleAccount] as const,
    [paymasterAddress, paymaster] as const,
  ]
  for (const [address, native] of natives)
    node.setContract({ type: 'native', address, native })
  node.setBalance({ address: bundlerAddress, value: plenty })
}
