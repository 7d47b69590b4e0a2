import {
  createMockNode,
  type MockNodeOptions,
  type RequestFault,
  type ScriptedTransaction,
} from 'preseal'
import { createWebSocket } from 'preseal/websocket'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { tables, withKept } from '../../scripts/reference/tables.js'
import { errors, reasons } from '../../src/base/errors/table.js'
import { runCli as runCommand } from '../../src/entries/cli/run.js'
import { describeIdentity } from './identities.js'
import { readAnchors, readBlocks, readCode, readTable } from './markdown.js'
import { failureOf, mistakes } from './mistakes.js'
import { overHttp, requestFaults } from './overHttp.js'
import { guide, reference } from './pages.js'
import { accounts, payment, readBlock, rejection } from './reading.js'

function evaluate(code: string): unknown {
  return new Function(`return ${code.replaceAll('`', '')}`)()
}

afterEach(() => {
  vi.useRealTimers()
})

describe('tables', () => {
  test.each(tables)('$page says of each $head.0 what code says', (table) => {
    const { page, head, rows } = table
    // If not: npx tsx scripts/writeReference.ts
    const [shownHead, ...shown] = readTable(reference(page), ...head)
    expect(shownHead).toEqual(head)
    const byName = (list: string[][]) =>
      [...list].sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    expect(byName(shown)).toEqual(byName(withKept(rows(), shown)))
    for (const row of shown)
      expect(row.at(page === 'options' ? 2 : 0)).not.toBe('')
  })

  test('the pending block', async () => {
    const [times = [], ...rows] = readTable(guide('pending'), 'ms')
    const node = createMockNode()
    let index = 0
    node.on('beat', (beat) => {
      index = beat.index
    })
    const columns: string[][] = []
    for (const time of times.slice(1)) {
      node.advance(Number(time) - node.now)
      const [pending, latest] = await Promise.all([
        readBlock(node, 'pending'),
        readBlock(node, 'latest'),
      ])
      const number = (hex: string | null | undefined) => `block ${Number(hex)}`
      columns.push([
        number(pending?.number),
        `${index}`,
        number(latest?.number),
      ])
    }
    expect(
      rows.map((row, position) => [row[0], ...columns.map((c) => c[position])]),
    ).toEqual(rows)
  })

  test('options: the default timestamp', async () => {
    const block = await readBlock(createMockNode(), 'earliest')
    expect(block?.timestamp).toBe(`0x${1_767_225_600n.toString(16)}`)
    vi.useFakeTimers({ now: 5_000 })
    const ambient = createMockNode({ clock: 'ambient' })
    expect((await readBlock(ambient, 'earliest'))?.timestamp).toBe('0x5')
  })

  test('HTTP faults', async () => {
    const [statuses = [], codes = []] = readTable(reference('faults'), 'status')
    const { provider, fault } = createMockNode()
    const thrown: string[] = []
    for (const text of statuses.slice(1)) {
      const status = text === 'other 4xx' ? 418 : Number(text)
      const lift = fault({ type: 'http', status })
      const error = await rejection(provider.request({ method: 'eth_chainId' }))
      expect(error).toMatchObject({ status })
      thrown.push(`${error.code}`)
      lift()
    }
    expect(thrown).toEqual(codes.slice(1))
  })

  test('faults over HTTP', async () => {
    const [, ...rows] = readTable(
      guide('http'),
      '[fault](../reference/faults.md)',
    )
    const types = rows.map(([names = '']) => readCode(names).map(evaluate))
    expect(types.flat().sort()).toEqual([...requestFaults].sort())
    for (const [index, [, ...words]] of rows.entries())
      for (const type of types[index] ?? [])
        expect(await overHttp(type as RequestFault['type']), `${type}`).toEqual(
          words,
        )
  })

  test('identities', async () => {
    const [, ...rows] = readTable(
      reference('options'),
      '`pendingIdentity`',
      'number',
    )
    const computed: string[][] = []
    for (const [name = ''] of rows)
      computed.push([
        name,
        ...(await describeIdentity(
          evaluate(name) as MockNodeOptions['pendingIdentity'],
        )),
      ])
    expect(computed).toEqual(rows)
  })

  test('events', async () => {
    const [, ...rows] = readTable(reference('node'), '`node.on`')
    const node = createMockNode({ accounts })
    const fields: { [name: string]: string[] } = {}
    for (const name of [
      'preconfirmed',
      'dropped',
      'reorged',
      'sealed',
      'beat',
      'answered',
      'socket',
    ] as const)
      node.on(name, (event) => {
        // `type` and `at` are said once, below the table.
        const shared =
          name === 'answered' || name === 'socket' ? [] : ['type', 'at']
        fields[name] = Object.keys(event).filter((key) => !shared.includes(key))
      })
    const hash = node.preconfirm(payment)
    node.nextBeat()
    node.drop(hash)
    node.nextBlock()
    node.reorg()
    await readBlock(node, 'latest')
    const WebSocket = createWebSocket(node)
    new WebSocket(node.wsUrl)
    const documented = rows.map(([name = '', , value = '']) => [
      evaluate(readCode(name)[0] ?? ''),
      value
        .replace('the same', '`hash`, `blockNumber`, `index`, `transaction`')
        .replace(/: .*/, ''),
    ])
    expect(
      documented.map(([name, value]) => [name, readCode(`${value}`)]),
    ).toEqual(
      rows.map(([name = '']) => {
        const event = evaluate(readCode(name)[0] ?? '') as string
        return [
          event,
          event === 'answered' ? ['node.answeredRequests'] : fields[event],
        ]
      }),
    )
  })

  test('every error of the table can be thrown', async () => {
    const anchors = readAnchors(reference('errors'))
    const named = new Set(['CommandError', 'NoCodeError'])
    for (const [title, mistake] of Object.entries(mistakes)) {
      const [name = '', reason] = title.split(' ')
      named.add(name)
      const causes =
        typeof mistake === 'function' ? { [title]: mistake } : mistake
      for (const [cause, act] of Object.entries(causes)) {
        const error = await failureOf(act)
        // A request fails with the message of an error.
        expect([name, 'ProviderRpcError'], cause).toContain(error?.name)
        const known: readonly unknown[] = reasons[name as keyof typeof reasons]
        if (error?.name === name && known?.includes(reason))
          expect(error.reason, cause).toBe(reason)
        expect(anchors).toContain(error?.docs.split('#')[1])
      }
    }
    expect([...named].sort()).toEqual(Object.keys(errors).sort())
  })

  test('what a node has', () => {
    const heads = [
      ['member'],
      ['method', 'takes'],
      ['method', 'how it moves time'],
    ]
    const listed = heads.flatMap((head) =>
      readTable(reference('node'), ...head)
        .slice(1)
        .flatMap(([name = '']) => readCode(name)),
    )
    expect(listed.sort()).toEqual(Object.keys(createMockNode()).sort())
  })

  test('a served method or subscription is not explained', () => {
    const text = reference('methods')
    for (const head of [
      ['method', 'parameters', 'answer'],
      ['name', 'option'],
    ])
      for (const row of readTable(text, ...head).slice(1))
        expect([row[0], row[2]]).not.toContain('')
  })

  test('defaults of a transaction', () => {
    const rows = readTable(guide('transactions'), 'field', 'default')
    const documented = Object.fromEntries(
      rows.map(([name = '', value = '']) => [readCode(name)[0], value]),
    )
    const node = createMockNode({ accounts })
    const told: ScriptedTransaction[] = []
    node.on('preconfirmed', ({ transaction }) => told.push(transaction))
    node.preconfirm({ from: payment.from, to: null })
    node.nextBeat()
    const [transaction] = told
    expect(transaction?.gas).toBe(transaction?.gasUsed)
    for (const name of [
      'to',
      'value',
      'type',
      'gasUsed',
      'data',
      'status',
    ] as const)
      expect(evaluate(documented[name] ?? ''), name).toEqual(
        transaction?.[name],
      )
  })

  test('the presets', () => {
    const listed = readTable(reference('scenarios'), 'preset').slice(1)
    expect(reference('entries')).toContain(
      `[${listed.length} ready-made scenarios]`,
    )
    expect(guide('scenarios')).toContain(`all ${listed.length} presets with`)
  })

  test.each([
    ['Command line', []],
    ['preseal serve', ['serve']],
    ['preseal record', ['record']],
    ['preseal fork', ['fork']],
    ['preseal show', ['show']],
  ])('the options of the command: %s', async (title, args) => {
    const printed: string[] = []
    const stdout = { write: (text: string) => printed.push(text) }
    await runCommand([...args, '--help'], { stdout } as never)
    const [, section = ''] = reference('command-line').split(`# ${title}\n`)
    const [block] = readBlocks(section)
    expect(`${block?.code}\n`).toBe(printed.join(''))
  })
})
