import { deepStrictEqual, strictEqual } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ForkRecord, MockNode, MockNodeOptions } from 'preseal'
import { formatFork, parseFork } from 'preseal/fork'
import { concatHex, type Hex, keccak256, parseTransaction, toHex } from 'viem'
import { compete, type Samples, type Work } from '../harness/compete.js'
import { atMost, atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import { plainEnv } from '../harness/plainEnv.js'
import type { Section } from '../harness/section.js'
import { loadEngine } from '../loadEngine.js'
import { createAddresses } from '../workload.js'

const columns = ['JSON.parse', 'deployed', 'forked'] as const
const processes = 11

/** Records of forks as they are loaded, and what runs on them. */
export async function forks({
  createMockNode,
  folder,
}: Bench): Promise<Section> {
  const entry = join(folder, 'node_modules', 'preseal', 'dist', 'fork.js')
  const engine = await loadEngine(folder)
  if (engine === undefined || !existsSync(entry))
    return { title: 'forks', columns, rows: [] }
  const library: { parseFork: typeof parseFork } = await import(
    pathToFileURL(entry).href
  )
  const small = loadInProcesses(folder, recordText(10_000, 0))
  const large = loadInProcesses(folder, recordText(13_500, 12_000))
  const { record, raw } = readSwaps()
  const fork = library.parseFork(record)
  const options = deployedOptions(fork.record)
  const works = {
    deployed: createMockNode({ ...options, engine }),
    forked: createMockNode({ fork, engine }),
  }
  const swap = parseTransaction(raw.at(-1) as Hex)
  const quotes: { [name in keyof typeof works]: unknown } = {
    deployed: await prepare(works.deployed, raw),
    forked: await prepare(works.forked, raw),
  }
  deepStrictEqual(quotes.forked, quotes.deployed)
  const asked = await compete({
    deployed: askSwaps(works.deployed, swap),
    forked: askSwaps(works.forked, swap),
  })
  const sent = await compete({
    deployed: sealSwaps(works.deployed, raw.at(-1) as Hex),
    forked: sealSwaps(works.forked, raw.at(-1) as Hex),
  })
  const between = (samples: typeof asked) => [
    null,
    duration(samples.deployed),
    duration(samples.forked),
  ]
  return {
    title: 'forks from a record',
    columns,
    rows: [
      {
        name: 'a file of 4 MiB, code and slots, in a new process',
        cells: [duration(large.parsed), null, duration(large.loaded)],
        goal: atMost(100, large.loaded),
      },
      {
        name: 'a file of 10,000 slots likewise',
        cells: [duration(small.parsed), null, duration(small.loaded)],
      },
      {
        name: 'a node on these, and its first answer',
        cells: [null, null, duration(small.ready)],
        goal: atMost(20, small.ready),
      },
      {
        name: 'a Uniswap v3 swap by eth_call',
        cells: between(asked),
        goal: atMostTimes(1.1, asked.forked, asked.deployed),
      },
      {
        name: 'the same alone',
        cells: between(asked),
        goal: atMost(0.13, asked.forked),
      },
      {
        name: 'the same, sent raw and sealed',
        cells: between(sent),
        goal: atMostTimes(1.1, sent.forked, sent.deployed),
      },
    ],
  }
}

const program = `import { readFileSync } from 'node:fs'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { parseFork } from 'preseal/fork'
const text = readFileSync('fork.json', 'utf8')
const start = performance.now()
const record = JSON.parse(text)
const parsed = performance.now()
const fork = parseFork(text)
const loaded = performance.now()
const node = createMockNode({ fork, engine: evm() })
const address = Object.keys(record.accounts)[0]
await node.provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })
const ready = performance.now()
console.log(JSON.stringify([parsed - start, loaded - parsed, ready - loaded]))
`

/** ms of each step in as many processes, as every test file has one. */
function loadInProcesses(
  folder: string,
  text: string,
): Record<'parsed' | 'loaded' | 'ready', Samples> {
  writeFileSync(join(folder, 'fork.json'), text)
  writeFileSync(join(folder, 'fork.mjs'), program)
  const env = plainEnv()
  const runs = Array.from({ length: processes }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['fork.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    strictEqual(stderr, '')
    return JSON.parse(stdout) as [number, number, number]
  })
  return {
    parsed: runs.map(([parsed]) => parsed),
    loaded: runs.map(([, loaded]) => loaded),
    ready: runs.map(([, , ready]) => ready),
  }
}

/** A record of 90 contracts, with so many slots and bytes of code each. */
function recordText(slots: number, codeLength: number): string {
  const record = JSON.parse(readBeside('fork.json'))
  record.storage = {}
  const addresses = createAddresses(90)
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => keccak256(toHex(from + index)))
  for (const [index, address] of addresses.entries()) {
    const keys = words(index * 100_000, Math.ceil(slots / addresses.length))
    record.storage[address] = Object.fromEntries(keys.map((key) => [key, key]))
    let codeHash: Hex | null = null
    if (codeLength > 0) {
      const code = concatHex(words(index * 1_000, codeLength / 32))
      codeHash = keccak256(code)
      record.code[codeHash] = code
    }
    record.accounts[address] = { balance: '1', nonce: 1, codeHash }
  }
  return formatFork(parseFork(record))
}

const readBeside = (name: string) =>
  readFileSync(
    new URL(`../../test/entries/fork/uniswap/${name}`, import.meta.url),
    'utf8',
  )

/** Up to the swap of Uniswap v3. */
function readSwaps() {
  const { raw }: { raw: Hex[] } = JSON.parse(readBeside('receipts.json'))
  return { record: readBeside('fork.json'), raw: raw.slice(0, 5) }
}

/** The same state as accounts of a node that stands on no fork. */
function deployedOptions(record: ForkRecord): MockNodeOptions {
  const { chainId, hardfork, block, accounts, code, storage } = record
  const { timestamp, baseFeePerGas } = block as { [field: string]: string }
  const entries = Object.entries(accounts).map(([address, account]) => [
    address,
    {
      balance: BigInt(account?.balance ?? 0),
      nonce: account?.nonce ?? 0,
      ...(account?.codeHash && { code: code[account.codeHash] }),
      storage: storage[address as Hex] ?? {},
    },
  ])
  return {
    chainId,
    hardfork,
    timestamp: BigInt(timestamp as string),
    header: { initialBaseFeePerGas: BigInt(baseFeePerGas as string) },
    accounts: Object.fromEntries(entries),
  }
}

/** Sends what comes before the swap, and resolves to the amounts it gives. */
async function prepare(node: MockNode, raw: readonly Hex[]) {
  for (const one of raw.slice(0, -1)) {
    await node.provider.request({
      method: 'eth_sendRawTransaction',
      params: [one],
    })
    node.nextBlock()
  }
  const swap = parseTransaction(raw.at(-1) as Hex)
  return askSwap(node, swap)
}

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

type Swap = ReturnType<typeof parseTransaction>

function askSwap({ provider }: MockNode, { to, data = '0x' }: Swap) {
  return provider.request({
    method: 'eth_call',
    params: [{ from: bob, to, data }, 'latest'],
  })
}

function askSwaps(node: MockNode, swap: Swap): Work {
  return async (count) => {
    for (let index = 0; index < count; index++)
      strictEqual(Object(await askSwap(node, swap)).length, 66)
  }
}

/** Each on the state before the last one. */
function sealSwaps(node: MockNode, raw: Hex): Work {
  const { provider } = node
  const snapshot = node.snapshot()
  return async (count) => {
    for (let index = 0; index < count; index++) {
      node.revert(snapshot)
      const hash = await provider.request({
        method: 'eth_sendRawTransaction',
        params: [raw],
      })
      node.nextBlock()
      const receipt = await provider.request({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      })
      strictEqual(receipt?.status, '0x1')
    }
  }
}
