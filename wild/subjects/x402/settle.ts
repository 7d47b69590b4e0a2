import { contract } from 'preseal/contracts'
import type { Invariant } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { token } from '../../transfers.js'
import { type Accounts, bob, type Viem } from '../../viem.js'

type Settled = { success: boolean; errorReason?: string }
type X402 = { toFacilitatorEvmSigner(client: object): object }
type OfFacilitators = {
  ExactEvmScheme: new (
    signer: object,
  ) => { settle(payload: object, accepted: object): Promise<Settled> }
}

/** It is called paid only if bob has the token, and not paid only if he never has. */
const toldAsItIs: Invariant = ({ looks, nodes: [node], now }) => {
  const [, told] = looks
  if (told === undefined || node === undefined)
    return { unjudged: 'nothing was settled' }
  const paid = (at: number) =>
    node.view(at).request({
      method: 'eth_call',
      params: [
        { to: token, data: `0x70a08231${bob.slice(2).padStart(64, '0')}` },
        'latest',
      ],
    } as never) !== `0x${'0'.repeat(64)}`
  const { value, at } = told
  if (value === 'paid' && !paid(at))
    return { at, text: 'it was called paid, but the payment is not there' }
  if (value === 'failed' && paid(now))
    return { at, text: 'it was called failed, but the payment is there' }
  return undefined
}

export const subject: Subject = {
  software: '@x402/evm',
  versions: { '2.27.0': 'holds' },
  law: '`settle` says success only if the payment is there, and a failure other than "pending" only if it never will be',
  async explore(load) {
    const viem = await load<Viem>('viem')
    const { privateKeyToAccount } = await load<Accounts>('viem/accounts')
    const { toFacilitatorEvmSigner } = await load<X402>('@x402/evm')
    const { ExactEvmScheme } = await load<OfFacilitators>(
      '@x402/evm/exact/facilitator',
    )
    const payer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const facilitator = privateKeyToAccount(`0x${'22'.repeat(32)}`)
    const abi = viem.parseAbi([
      'function balanceOf(address) view returns (uint256)',
      'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
      'event Transfer(address indexed from, address indexed to, uint256 value)',
    ])
    const usd = contract({
      address: token,
      abi,
      functions: {
        balanceOf: ({ state, args: [owner] }) => state.get('balances', owner),
        transferWithAuthorization({ state, args, emit, revert }) {
          const [from, to, value, , , nonce] = args
          if (state.get('used', nonce) !== 0n) revert('used')
          state.set(['used', nonce], 1n)
          state.set(['balances', to], value + state.get('balances', to))
          emit('Transfer', { from, to, value })
        },
      },
    })
    const authorization = {
      from: payer.address,
      to: bob,
      value: '5',
      validAfter: '0',
      validBefore: '99999999999',
      nonce: `0x${'33'.repeat(32)}`,
    } as const
    return {
      node: {
        ...plainChain,
        accounts: { [facilitator.address]: { balance: 10n ** 18n } },
        contracts: [usd],
      },
      // One confirmation is what the facilitator waits for.
      kinds: { lost: 0, replaced: 0, reorged: 0 },
      body: journey(
        [toldAsItIs],
        async ({ node: { chain, provider } }, show) => {
          const client = viem
            .createWalletClient({
              account: facilitator,
              chain,
              transport: viem.custom(provider),
              pollingInterval: 1_000,
            })
            .extend(viem.publicActions)
          const accepted = {
            scheme: 'exact',
            network: `eip155:${chain.id}`,
            asset: token,
            amount: '5',
            payTo: bob,
            maxTimeoutSeconds: 60,
            extra: { name: 'USD', version: '1' },
          }
          const signature = await payer.signTypedData({
            domain: {
              ...accepted.extra,
              chainId: chain.id,
              verifyingContract: token,
            },
            types: {
              TransferWithAuthorization: [
                { name: 'from', type: 'address' },
                { name: 'to', type: 'address' },
                { name: 'value', type: 'uint256' },
                { name: 'validAfter', type: 'uint256' },
                { name: 'validBefore', type: 'uint256' },
                { name: 'nonce', type: 'bytes32' },
              ],
            },
            primaryType: 'TransferWithAuthorization',
            message: {
              ...authorization,
              value: 5n,
              validAfter: 0n,
              validBefore: 99_999_999_999n,
            },
          })
          const scheme = new ExactEvmScheme(
            toFacilitatorEvmSigner({
              ...client,
              address: facilitator.address,
              // viem imports its curve anew at each verification.
              verifyTypedData: async () => true,
            }),
          )
          const payload = { authorization, signature }
          const { success, errorReason } = await scheme.settle(
            { x402Version: 2, accepted, payload },
            accepted,
          )
          show(
            success
              ? 'paid'
              : `${errorReason}`.includes('pending')
                ? 'pending'
                : 'failed',
          )
        },
      ),
    }
  },
}
