import { createMockNode, type MockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import { call } from '../api/control/call.js'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, carol, funded } from './actors.js'
import { listen } from './listen.js'
import { ask, pendingHashes, readBlock } from './reads.js'

/** What an application does by its wallet. */
async function send(
  node: MockNode,
  to: string,
  { from = alice, data = '0x' }: { from?: string; data?: string } = {},
): Promise<string> {
  const asked = { from, data, to }
  return (await ask(node, 'eth_sendTransaction', asked)) as string
}

async function sealed(node: MockNode): Promise<string[]> {
  const { transactions } = await readBlock(node, 'latest')
  return transactions.map(({ hash }) => hash)
}

describe('planSeal', () => {
  test('default: a step leaves out what was sent after it was written', async () => {
    const node = createMockNode({
      ...funded,
      steps: [{ at: 1_900, type: 'planSeal', omit: [{ sent: { to: carol } }] }],
    })
    const told = listen(node, 'dropped')
    const kept = await send(node, bob)
    const lost = await send(node, carol)
    node.advance(1_950)
    expect(await pendingHashes(node)).toEqual([kept, lost])
    node.nextBlock()
    expect(await sealed(node)).toEqual([kept])
    expect(told).toMatchObject([['dropped', { hash: lost, reason: 'omitted' }]])
  })

  test('behavior: a verb names what is sent later', async () => {
    const node = createMockNode(funded)
    node.planSeal({ omit: [{ sent: {} }] })
    await send(node, bob)
    node.nextBlock()
    expect(await sealed(node)).toEqual([])
  })

  test('behavior: an order and amendments', async () => {
    const node = createMockNode(funded)
    const first = await send(node, bob)
    const second = await send(node, carol, { from: bob })
    node.nextBeat()
    node.planSeal({
      order: [{ sent: { from: bob } }, { sent: { from: alice } }],
      amend: [{ transaction: { sent: { to: bob } }, status: 'reverted' }],
    })
    node.nextBlock()
    expect(await sealed(node)).toEqual([second, first])
    const receipt = await ask(node, 'eth_getTransactionReceipt', first)
    expect(receipt).toMatchObject({ status: '0x0' })
  })

  test('error: what is not pending by then; the block is sealed without the step', async () => {
    const node = createMockNode(funded)
    node.planSeal({ omit: [{ sent: { to: bob } }] })
    expect(thrown(() => node.nextBlock())).toEqual(
      says(
        'UnknownTransactionError … "to" … Make it send one first, or name a',
      ),
    )
    expect(await sealed(node)).toEqual([])
  })
})

describe('drop', () => {
  test('behavior: the newest that fits and is there, or the n-th ever sent', async () => {
    const node = createMockNode(funded)
    const sent = [await send(node, bob)]
    node.nextBlock()
    for (const data of ['0x00', '0x01', '0x02'])
      sent.push(await send(node, bob, { data }))
    node.nextBeat()
    node.drop({ sent: { nth: 4 } })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual(sent.slice(1, 3))
    node.drop({ sent: { from: alice, to: bob } })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual(sent.slice(1, 2))
    expect(
      [1, 5].map((nth) => thrown(() => node.drop({ sent: { nth } }))),
    ).toEqual([
      expect.stringMatching(/^UnknownTransactionError/),
      expect.stringMatching(/^UnknownTransactionError/),
    ])
  })

  test('behavior: as a step, by selector', async () => {
    const node = createMockNode({
      ...funded,
      steps: [
        {
          at: 500,
          type: 'drop',
          transaction: { sent: { selector: '0xA9059CBB' as '0x' } },
        },
      ],
    })
    const [other, lost] = [
      await send(node, carol, { data: '0xa9059cba00' }),
      await send(node, carol, { data: '0xa9059cbb00', from: bob }),
    ]
    node.advance(400)
    expect(await pendingHashes(node)).toEqual([other, lost])
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([other])
  })

  test('behavior: nothing that a script queued', async () => {
    const node = createMockNode(funded)
    await send(node, bob, { data: '0x12345678' })
    node.preconfirm({ from: bob, to: carol })
    expect(thrown(() => node.drop({ sent: { from: bob } }))).toMatch(
      /^UnknownTransactionError: .+ It has sent, newest first: 0x\w{64} from 0x0*a11ce to 0x0*b0b with selector 0x12345678\.$/,
    )
  })
})

describe('reorg', () => {
  test('behavior: without what was sent', async () => {
    const node = createMockNode(funded)
    const kept = await send(node, bob)
    await send(node, carol)
    node.nextBlock()
    await send(node, carol)
    node.reorg({ omit: [{ sent: { to: carol } }] })
    expect(await sealed(node)).toEqual([kept])
  })

  test('behavior: nothing is replaced where it would leave nothing out', async () => {
    const node = createMockNode(funded)
    await send(node, bob)
    node.nextBlock()
    const told = listen(node, 'reorged', 'sealed')
    node.reorg({ omit: [{ sent: { to: carol, nth: 'all' } }] })
    expect(told).toEqual([])
  })

  test('error: it lists what made contracts, and data as short as a selector', async () => {
    const node = createMockNode({ ...funded, engine: evm() })
    await ask(node, 'eth_sendTransaction', { from: alice, data: '0x00' })
    await send(node, bob, { data: '0x12345678' })
    await send(node, bob, { data: '0x12345678aa' })
    const listed = thrown(() => node.reorg({ omit: [{ sent: { to: carol } }] }))
      .split('newest first: ')[1]
      ?.replaceAll(/0x\w{64} from 0x\w{40}/g, 'one')
    expect(listed).toBe(
      `one to ${bob} with selector 0x12345678; one to ${bob} with selector 0x12345678; one to a new contract.`,
    )
  })

  test('error: it is in another block', async () => {
    const node = createMockNode(funded)
    for (let k = 0; k < 7; k++) await send(node, bob, { data: `0x0${k}` })
    node.nextBlock()
    node.nextBlock()
    expect(thrown(() => node.reorg({ omit: [{ sent: { to: bob } }] }))).toMatch(
      /^UnknownTransactionError: No transaction of the application is in the newest 1 blocks and matches \{"to":"0x\w+"\}\. It has sent, newest first: (0x\w{64} from 0x\w{40} to 0x\w{40}; ){5}and 2 before\.$/,
    )
    node.reorg({ depth: 2, omit: [{ sent: { to: bob } }] })
    node.seek(2_000)
    expect(await sealed(node)).toHaveLength(7)
  })
})

test('behavior: a snapshot remembers what was sent by then', async () => {
  const node = createMockNode(funded)
  const snapshot = node.snapshot()
  const first = await send(node, bob)
  const then = node.snapshot()
  node.revert(snapshot)
  expect(thrown(() => node.drop({ sent: {} }))).toEqual(
    says('UnknownTransactionError … Make it send one first, or name a'),
  )
  node.revert(then)
  node.nextBeat()
  expect(await pendingHashes(node)).toEqual([first])
  node.drop({ sent: {} })
  node.nextBeat()
  expect(await pendingHashes(node)).toEqual([])
})

test('behavior: as a control method', async () => {
  const node = createMockNode(funded)
  await send(node, bob)
  node.nextBeat()
  await call(node, 'preseal_planSeal', { omit: [{ sent: { to: bob } }] })
  node.nextBlock()
  expect(await sealed(node)).toEqual([])
})

test('error: names that are none', () => {
  const bad: unknown[] = [
    { sent: { nth: 0 } },
    { sent: { selector: '0x12' } },
    { sent: { too: bob } },
    { send: {} },
    { hash: '0x' },
    7,
    '',
  ]
  const node = createMockNode()
  expect(
    bad.map((name) => thrown(() => node.planSeal({ omit: [name as string] }))),
  ).toEqual(
    [
      'InvalidParametersError … "omit[0].sent.nth" … expected an integer',
      'InvalidParametersError … "omit[0].sent.selector" … expected a selector, as',
      'InvalidParametersError … "omit[0].sent.too" … expected "to", the',
      'InvalidParametersError … "omit[0]" … expected a transaction: its',
      'InvalidParametersError … "omit[0]" … expected a transaction: its',
      'InvalidParametersError … "omit[0]" … expected a transaction: its',
      'InvalidParametersError … "omit[0]" … expected a transaction: its',
    ].map(says),
  )
  expect([
    thrown(() => node.drop({ sent: {}, label: 'a' } as never)),
    thrown(() => node.drop({} as never)),
  ]).toEqual(
    [
      'InvalidParametersError … "sent" … expected one of label.',
      'InvalidParametersError … expected a transaction: its hash, its',
    ].map(says),
  )
})
