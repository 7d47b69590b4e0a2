import type { MockNode } from 'preseal'
import { type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { fundedAccounts, other, account as user } from '../writes/wallets.js'
import { bob, token } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { providerDoor } from './providerDoor.js'

const payment = {
  chainId: 31337,
  to: bob,
  value: 1n,
  gas: 30_000n,
} as const
const dynamic = {
  ...payment,
  type: 'eip1559',
  maxFeePerGas: 100n,
  maxPriorityFeePerGas: 10n,
} as const

async function signAll() {
  const sign = (nonce: number, fields: object = {}) =>
    user.signTransaction({ ...dynamic, nonce, ...fields } as never)
  const authorization = await other.signAuthorization({
    contractAddress: token,
    chainId: 31337,
    nonce: 0,
  })
  return {
    dynamic: await sign(0),
    legacy: await sign(1, legacy({ type: 'legacy' })),
    listed: await sign(2, legacy({ type: 'eip2930', accessList: [] })),
    delegating: await sign(3, {
      type: 'eip7702',
      gas: 60_000n,
      authorizationList: [authorization],
    }),
    gapped: await sign(6),
    replaced: await sign(4),
    underpriced: await sign(4, { maxFeePerGas: 109n }),
    replacing: await sign(4, { maxFeePerGas: 110n, maxPriorityFeePerGas: 11n }),
    filling: await sign(5),
    awaited: await sign(7),
    late: await sign(9),
    elsewhere: await sign(8, { chainId: 1 }),
    tooLow: await sign(0, { value: 2n }),
    tooMuch: await sign(8, { value: 10n ** 30n }),
    tooLittle: await sign(8, { gas: 20_999n }),
  }
}

/** With one price for gas in the place of two. */
function legacy(fields: object): object {
  const none = { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }
  return { ...none, ...fields, gasPrice: 100n }
}

type Raws = Awaited<ReturnType<typeof signAll>>
let signed: Promise<Raws> | undefined
let byProvider: Promise<string[]> | undefined

/** What a door answers to a story of writes, each answer as its bytes. */
async function tell(door: Door): Promise<string[]> {
  signed ??= signAll()
  const raws = await signed
  const opened = await door.open({ accounts: fundedAccounts })
  const { node } = opened
  const said: string[] = []
  const ask = async (method: string, ...params: unknown[]) =>
    void said.push(JSON.stringify(await answerOf(opened, method, params)))
  const sendRaw = (raw: Hex) => ask('eth_sendRawTransaction', raw)
  const look = async () => {
    await ask('eth_getTransactionCount', user.address, 'pending')
    await ask('txpool_content')
    await ask('txpool_inspect')
    await ask('eth_getBlockByNumber', 'pending', true)
    await ask('eth_getBlockReceipts', 'pending')
  }

  for (const raw of [raws.dynamic, raws.legacy, raws.listed, raws.delegating])
    await sendRaw(raw)
  await sendRaw(raws.dynamic)
  const asked = { from: other.address, to: bob, value: '0x5' }
  await ask('eth_sendTransaction', asked)
  await ask('eth_sendTransaction', { from: bob, to: other.address })
  await ask('eth_sendTransaction', { ...asked, nonce: '0x0' })
  await look()
  node.nextBeat()
  await look()

  for (const raw of [raws.gapped, raws.replaced, raws.underpriced])
    await sendRaw(raw)
  await sendRaw(raws.replacing)
  await look()
  await sendRaw(raws.filling)
  node.nextBeat()
  await look()

  const { elsewhere, tooLow, tooMuch, tooLittle } = raws
  for (const raw of [elsewhere, tooLow, tooMuch, tooLittle]) await sendRaw(raw)
  for (const raw of ['0x', '0x02', '0x03c0', '0x7ec0', '0x02c0', '0xc0'])
    await sendRaw(raw as Hex)
  await sendRaw(`${raws.awaited}00`)
  await sendRaw(raws.awaited.slice(0, -2) as Hex)
  await ask('eth_sendRawTransaction', '0x123')
  await ask('eth_sendTransaction', { ...asked, chainId: '0x1' })
  await ask('eth_sendTransaction', { from: 'bob' })
  const tipped = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }
  await ask('eth_sendTransaction', { ...asked, ...tipped })
  await look()

  await wait(door, node, 200, ask('eth_sendRawTransactionSync', raws.awaited))
  await wait(door, node, 700, ask('eth_sendRawTransactionSync', raws.late, 700))
  await look()
  node.nextBlock()
  for (const raw of Object.values(raws))
    await ask('eth_getTransactionReceipt', keccak256(raw))
  for (const raw of Object.values(raws))
    await ask('eth_getTransactionByHash', keccak256(raw))
  return said
}

/** Lets time go on once the node has the request. */
async function wait(
  door: Door,
  node: MockNode,
  ms: number,
  asking: Promise<void>,
) {
  await door.arrival?.()
  node.advance(ms)
  await asking
}

async function answerOf(
  { request }: OpenDoor,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return { method, result: await request(method, params) }
  } catch (error) {
    const { code, message, data } = error as { [name: string]: unknown }
    return { method, code, message, data }
  }
}

export function writes(door: Door) {
  describe('writes', () => {
    test('default: one story has the same answers, to the byte', async () => {
      byProvider ??= tell(providerDoor)
      const told = await tell(door)
      expect(told).toEqual(await byProvider)
      const refused = told
        .map((one): { code?: number; message?: string } => JSON.parse(one))
        .filter(({ code }) => code !== undefined)
      expect(
        refused.map(({ code, message }) => `${code} ${message?.slice(0, 52)}`),
      ).toMatchInlineSnapshot(`
        [
          "-32000 already known",
          "-32000 already known",
          "-32000 replacement transaction underpriced: new tx gas fee ",
          "-32000 invalid sender: invalid chain id for signer: have 1 ",
          "-32000 nonce too low: next nonce 7, tx nonce 0",
          "-32000 insufficient funds for gas * price + value: balance ",
          "-32000 intrinsic gas too low: gas 20999, minimum needed 210",
          "-32000 typed transaction too short",
          "-32000 typed transaction too short",
          "-32000 transaction type not supported (transaction type not",
          "-32000 transaction type not supported (transaction type not",
          "-32000 rlp: too few elements: 0, not 12",
          "-32000 rlp: too few elements: 0, not 9",
          "-32000 rlp: input contains more than one value",
          "-32000 rlp: value size exceeds available input length",
          "-32602 Invalid parameter 1 "raw": given "0x123", expected b",
          "-32602 chainId does not match node's (have=1, want=31337)",
          "-32602 Invalid parameter 1 "transaction": given transaction",
          "-32000 max priority fee per gas higher than max fee per gas",
          "4 The transaction was added to the transaction pool bu",
        ]
      `)
    })
  })
}
