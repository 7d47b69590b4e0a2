import {
  concatHex,
  fromRlp,
  type Hex,
  hexToBytes,
  keccak256,
  toHex,
  toRlp,
} from 'viem'
import { sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import {
  account,
  ask,
  bob,
  fundedNode,
  keys,
  sendRaw,
  transfer,
} from './wallets.js'

const raw = await account.signTransaction(transfer)
const order =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The fields of the transfer, with a signature put behind them. */
async function signedBy(
  edit: (signature: { r: Hex; s: Hex; yParity: number }) => {
    r: Hex
    s: Hex
    yParity: number
  },
): Promise<Hex> {
  const fields: (Hex | Hex[])[] = [
    toHex(transfer.chainId),
    '0x',
    '0x',
    '0x',
    toHex(transfer.gas),
    transfer.to,
    '0x01',
    '0x',
    [],
  ]
  const hash = keccak256(concatHex(['0x02', toRlp(fields)]))
  const { r, s, yParity = 0 } = await sign({ hash, privateKey: keys[0] })
  const edited = edit({ r, s, yParity })
  const parity = edited.yParity === 0 ? '0x' : toHex(edited.yParity)
  return concatHex(['0x02', toRlp([...fields, parity, edited.r, edited.s])])
}

/** So many lists, each in the one before. */
function nested(depth: number): Hex {
  const inner: Uint8Array[] = [new Uint8Array([0xc0])]
  let length = 1
  for (let at = 1; at < depth; at++) {
    const prefix =
      length < 56
        ? [0xc0 + length]
        : [0xf7 + Math.ceil(length.toString(16).length / 2), ...bytesOf(length)]
    inner.push(new Uint8Array(prefix))
    length += prefix.length
  }
  return concatHex(['0x02', ...inner.reverse().map((one) => toHex(one))])
}

function bytesOf(length: number): number[] {
  return [...hexToBytes(toHex(length))]
}

test('the fields are those that the wallet signs', async () => {
  expect(await signedBy((signature) => signature)).toBe(raw)
})

test.each<[string, () => Hex | Promise<Hex>, string]>([
  ['nothing', () => '0x', 'typed transaction too short'],
  ['a type alone', () => '0x02', 'typed transaction too short'],
  [
    'an envelope cut short',
    () => raw.slice(0, -2) as Hex,
    'rlp: value size exceeds available input length',
  ],
  [
    'bytes behind it',
    () => `${raw}00`,
    'rlp: input contains more than one value',
  ],
  ['blobs', () => concatHex(['0x03', raw]), 'transaction type not supported'],
  ['a deposit', () => concatHex(['0x7e', raw]), 'type not supported'],
  ['an unknown type', () => concatHex(['0x05', raw]), 'type not supported'],
  [
    'another chain',
    () => account.signTransaction({ ...transfer, chainId: 1 }),
    'invalid chain id for signer: have 1 want 31337',
  ],
  [
    'a v of no signature',
    async () => {
      const signed = await account.signTransaction({
        type: 'legacy',
        to: bob,
        gas: 21_000n,
        gasPrice: 0n,
        nonce: 0,
      })
      const fields = fromRlp(signed) as Hex[]
      return toRlp(fields.map((field, at) => (at === 6 ? '0x1d' : field)))
    },
    'invalid transaction v, r, s values',
  ],
  [
    'a high s',
    () =>
      signedBy(({ r, s, yParity }) => ({
        r,
        s: toHex(order - BigInt(s)),
        yParity: 1 - yParity,
      })),
    'invalid transaction v, r, s values',
  ],
  [
    'an r off the curve',
    () => signedBy(({ s, yParity }) => ({ r: '0x05', s, yParity })),
    'invalid sender: recovery failed',
  ],
  [
    'an r beyond the order',
    () => signedBy(({ s }) => ({ r: toHex(order), s, yParity: 0 })),
    'invalid sender: invalid transaction v, r, s values',
  ],
  [
    'a signature of zeros',
    () => signedBy(() => ({ r: '0x', s: '0x', yParity: 0 })),
    'invalid sender: invalid transaction v, r, s values',
  ],
  [
    'a legacy signature of zeros',
    () => toRlp(['0x', '0x', '0x5208', bob, '0x', '0x', '0xf4f5', '0x', '0x']),
    'invalid sender: invalid transaction v, r, s values',
  ],
  [
    'a parity of 2',
    () => signedBy(({ r, s }) => ({ r, s, yParity: 2 })),
    'invalid sender: invalid transaction v, r, s values',
  ],
  [
    'lists within lists',
    () => nested(20_000),
    'rlp: lists are nested more than 100 deep',
  ],
  [
    'a few lists within lists',
    () => nested(90),
    'rlp: too few elements: 1, not 12',
  ],
  [
    'a field less',
    () => concatHex(['0x02', toRlp(Array(11).fill('0x'))]),
    'rlp: too few elements: 11, not 12',
  ],
  [
    'a field more',
    () => toRlp(Array(10).fill('0x')),
    'rlp: input list has too many elements: 10, not 9',
  ],
  [
    'a leading zero',
    () => toRlp(['0x00', ...Array(8).fill('0x')] as Hex[]),
    'rlp: non-canonical integer (leading zero bytes)',
  ],
  [
    'a list in place of a number',
    () => toRlp([[], ...Array(8).fill('0x')] as Hex[]),
    'rlp: expected String or Byte',
  ],
  ['bytes in place of a list', () => '0x028401020304', 'rlp: expected List'],
  [
    'an element that is longer than its list',
    () => '0xc38401020304',
    'rlp: element is larger than containing list',
  ],
  [
    'a number of 33 bytes',
    () => toRlp([`0x${'11'.repeat(33)}`, ...Array(8).fill('0x')] as Hex[]),
    'rlp: value is too large for uint256',
  ],
  [
    'an address of 19 bytes',
    () =>
      toRlp([
        '0x',
        '0x',
        '0x',
        `0x${'11'.repeat(19)}`,
        '0x',
        ...Array(4).fill('0x'),
      ] as Hex[]),
    'rlp: input string is too short: 19 bytes, not 20',
  ],
  [
    'a length that is longer than it has to be',
    () => '0xf801c0',
    'rlp: non-canonical size information',
  ],
  [
    'a delegation to nobody',
    () =>
      account.signTransaction({
        ...transfer,
        type: 'eip7702',
        authorizationList: [],
      } as never),
    'set code tx must have at least one authorization tuple',
  ],
  [
    'more than the pool holds',
    () =>
      account.signTransaction({
        ...transfer,
        gas: 50_000_000n,
        data: `0x${'00'.repeat(131_072)}`,
      }),
    'limit 131072',
  ],
])('%s is refused', async (_, make, message) => {
  const node = fundedNode()
  const error = await sendRaw(node, await make())
  expect(error).toMatchObject({
    code: -32000,
    message: expect.stringContaining(message),
  })
  node.nextBeat()
  expect(await sendRaw(node, raw)).toBe(keccak256(raw))
})

test.each([['0x123'], ['0xzz'], [null], [hexToBytes('0x01')], [undefined]])(
  '%j is no envelope: -32602',
  async (given) => {
    expect(
      await ask(fundedNode(), 'eth_sendRawTransaction', given),
    ).toMatchObject({ code: -32602 })
  },
)

test.each<[object, number, string]>([
  [{}, -32602, 'transaction.from missing'],
  [{ from: '0x5' }, -32602, 'transaction.from "0x5"'],
  [{ from: bob, to: 'bob' }, -32602, 'transaction.to "bob"'],
  [
    { from: bob, to: bob, nonce: '0xffffffffffffffff' },
    -32000,
    'nonce has max value',
  ],
  [
    { from: bob, nonce: '0x10000000000000000' },
    -32602,
    'expected a nonce of at most 2^64 - 1',
  ],
  [{ from: bob, to: bob, chainId: '0x1' }, -32602, 'have=1, want=31337'],
  [
    { from: bob, to: bob, data: '0x01', input: '0x02' },
    -32602,
    'both "data" and "input" are set and not equal',
  ],
  [
    { from: bob, to: bob, gasPrice: '0x1', maxFeePerGas: '0x1' },
    -32000,
    'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
  ],
  [{ from: bob, to: bob, blobs: [] }, -32000, 'type not supported'],
  [{ from: bob }, -32000, 'contract creation without any data provided'],
  [
    { from: bob, data: '0x00' },
    -32000,
    'The node has no engine to run the initcode',
  ],
])('eth_sendTransaction of %j: %i %s', async (given, code, message) => {
  expect(await ask(fundedNode(), 'eth_sendTransaction', given)).toMatchObject({
    code,
    message: expect.stringContaining(message),
  })
})

test('to bytecode that nothing runs it is refused by name', async () => {
  const node = fundedNode({ accounts: { [bob]: { code: '0x00' } } })
  expect(await sendRaw(node, raw)).toMatchObject({
    code: -32000,
    message: expect.stringContaining(`${bob} holds bytecode`),
  })
})

test('code of another length than a delegation passed for one', async () => {
  const refusalWith = async (code: Hex) => {
    const accounts = { [account.address]: { balance: 1n, code } }
    return sendRaw(fundedNode({ accounts }), raw)
  }
  const delegation: Hex = `0xef0100${'de'.repeat(20)}`
  expect(await refusalWith(delegation)).toBe(keccak256(raw))
  expect(await refusalWith(`${delegation}de`)).toMatchObject({
    code: -32000,
    message: expect.stringContaining('sender not an eoa'),
  })
})

const methods: readonly [string, (transaction: object) => unknown[]][] = [
  ['eth_call', (transaction) => [transaction, 'latest']],
  ['eth_estimateGas', (transaction) => [transaction]],
  ['eth_createAccessList', (transaction) => [transaction]],
  ['eth_fillTransaction', (transaction) => [transaction]],
  ['eth_sendTransaction', (transaction) => [transaction]],
  ['debug_traceCall', (transaction) => [transaction, 'latest', {}]],
]

test.each(methods)(
  '%s had a code of its own for both kinds of fees',
  async (method, params) => {
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'])
      expect(
        await ask(
          fundedNode(),
          method,
          ...params({ from: bob, to: bob, gasPrice: '0x1', [fee]: '0x1' }),
        ),
      ).toMatchObject({
        code: -32000,
        message: expect.stringContaining('both gasPrice and'),
      })
  },
)

test('the type of a request was refused or obeyed, where geth has no such field', async () => {
  const list = [{ address: bob, storageKeys: [] }]
  const asked: [object, string][] = [
    [{ type: '0x1', maxFeePerGas: '0x1' }, '0x2'],
    [{ type: '0x0', maxPriorityFeePerGas: '0x0' }, '0x2'],
    [{ type: '0x2', gasPrice: '0x1' }, '0x0'],
    [{ type: '0x0', gasPrice: '0x1', accessList: list }, '0x1'],
    [{ type: '0x1', gasPrice: '0x1' }, '0x0'],
    [{ type: '0x0' }, '0x2'],
    [{ type: '0x3' }, '0x2'],
    [{ type: '0x7e', gasPrice: '0x1' }, '0x0'],
    [{ type: 'legacy' }, '0x2'],
  ]
  for (const [fields, type] of asked) {
    const node = fundedNode()
    const hash = await ask(node, 'eth_sendTransaction', {
      from: account.address,
      to: bob,
      ...fields,
    })
    node.nextBeat()
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
      type,
    })
  }
})
