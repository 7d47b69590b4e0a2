import { strictEqual } from 'node:assert'
import { readFileSync } from 'node:fs'
import type { MockNode, MockNodeOptions } from 'preseal'
import {
  type Abi,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseGwei,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '../contestants/anvil.js'
import { startHardhat } from '../contestants/hardhat.js'
import type { Peer } from '../contestants/peers.js'
import { precompiles, repeats } from '../contestants/precompiles.js'
import {
  balanceOfCall,
  balanceSlot,
  tokenCode,
  toWord,
} from '../contestants/token.js'
import { compete, type Samples, type Work } from '../harness/compete.js'
import { atMost, atMostTimes, type Goal } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { rate } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import { loadEngine } from '../loadEngine.js'
import type { Request } from '../loops.js'
import { createAddresses, token } from '../workload.js'

const columns = ['preseal', 'hardhat', 'anvil'] as const
type Column = (typeof columns)[number]

const chainId = 31_337
const perBlock = 10
const hops = 100
const held = 2n ** 64n
const coins = 10n ** 21n
const gas = 100_000n
/** Prepared, as to sign takes longer than what is measured. */
const signedCount = 8_000

const quoter: Hex = '0x00000000000000000000000000000000000000bb'
const made = createAddresses(hops + 40)
const pairs = made.slice(0, hops)
const addresses = made.slice(hops)
/** Those who sign; nobody else may use up their nonces. */
const signers = Array.from({ length: 40 }, () =>
  privateKeyToAccount(generatePrivateKey()),
)
const senderOf = (index: number) => addresses[index % addresses.length] as Hex
const receiverOf = (index: number) => senderOf(index * 7 + 3)

type Accounts = NonNullable<MockNodeOptions['accounts']>

/** The same contracts, executed by each: calls, quotes and transfers. */
export async function contracts(bench: Bench): Promise<Section> {
  const { createMockNode, folder, peers } = bench
  const failures: Row[] = []
  /** A peer that does not start is a row that says so. */
  async function tried(
    name: string,
    peer: Peer | undefined,
    start: (peer: Peer) => Promise<{ request: Request }>,
  ): Promise<Request | undefined> {
    if (peer === undefined) return undefined
    return start(peer).then(
      ({ request }) => request,
      (error: unknown) => {
        const [line] = `${error}`.split('\n')
        failures.push({ name: `${name} failed: ${line}`, cells: [] })
        return undefined
      },
    )
  }
  const engine = await loadEngine(folder)
  const accounts = {
    ...tokenAccounts(),
    ...pairAccounts(),
    ...Object.fromEntries(precompiles.map(({ at, code }) => [at, { code }])),
  }
  const own =
    engine && createMockNode({ chainId, engine, accounts, clock: 'virtual' })
  const chains: Record<Column, Request | undefined> = {
    preseal: own && (own.provider.request as Request),
    hardhat: await tried('Hardhat', peers.hardhat, startHardhat),
    anvil: await tried('anvil', peers.anvil, (peer) =>
      startAnvil(peer, ['--no-mining', '--auto-impersonate']),
    ),
  }
  for (const column of ['hardhat', 'anvil'] as const)
    await setUp(chains[column], accounts)
  const { preseal, hardhat, anvil } = chains
  const each = (toWork: (request: Request) => Work) => ({
    preseal: preseal && toWork(preseal),
    hardhat: hardhat && toWork(hardhat),
    anvil: anvil && toWork(anvil),
  })
  const balances = await compete(each(askBalances))
  const quotes = await compete(each(askQuotes))
  const sent = perTransfer(
    await compete({
      ...each(sendBlocks),
      preseal: own && preconfirmBlocks(own),
    }),
  )
  const signed = await signTransfers()
  const raw = perTransfer(
    await compete(
      each((request) =>
        sendRawBlocks(
          request,
          signed,
          request === preseal && own ? () => sealed(own) : minedBy(request),
        ),
      ),
    ),
  )
  const precompiled: Row[] = []
  for (const { name, at, input } of precompiles) {
    const samples = await compete(each(askSame(at, input)))
    const goal = atMostTimes(3, samples.preseal, samples.anvil)
    precompiled.push(
      row(`${repeats} times ${name}, beside anvil`, samples, goal),
    )
  }
  return {
    title: 'compiled contracts beside peers',
    columns,
    rows: [
      row('a balance by eth_call', balances, atMost(0.04, balances.preseal)),
      row(
        'the same beside Hardhat',
        balances,
        atMostTimes(1 / 1.5, balances.preseal, balances.hardhat),
      ),
      row(`a quote over ${hops} pairs`, quotes, atMost(0.5, quotes.preseal)),
      row(
        'the same beside Hardhat',
        quotes,
        atMostTimes(1 / 1.5, quotes.preseal, quotes.hardhat),
      ),
      row(
        `a transfer, ${perBlock} a block, sealed and hashed`,
        sent,
        atMost(1_000 / 3_500, sent.preseal),
      ),
      row(
        'the same, sent raw, beside Hardhat',
        raw,
        atMostTimes(1, raw.preseal, raw.hardhat),
      ),
      ...precompiled,
      ...failures,
    ],
  }
}

type ByColumn = Record<Column, Samples | undefined>

function row(name: string, samples: ByColumn, goal: Goal | undefined): Row {
  return { name, cells: columns.map((column) => rate(samples[column])), goal }
}

function perTransfer({ preseal, hardhat, anvil }: ByColumn): ByColumn {
  const each = (list: Samples | undefined) => list?.map((ms) => ms / perBlock)
  return { preseal: each(preseal), hardhat: each(hardhat), anvil: each(anvil) }
}

function tokenAccounts(): Accounts {
  const holders = [
    ...addresses,
    ...signers.map(({ address }) => lower(address)),
  ]
  const storage = Object.fromEntries(
    holders.map((holder) => [balanceSlot(holder), toWord(held)]),
  )
  const funded = holders.map((holder) => [holder, { balance: coins }])
  return {
    ...Object.fromEntries(funded),
    [token]: { code: tokenCode, storage },
  }
}

type Artifact = { abi: Abi; deployedBytecode: Hex | { object: Hex } }

const read = (path: string): Artifact =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))

const codeOf = ({ deployedBytecode: code }: Artifact): Hex =>
  typeof code === 'string' ? code : code.object

/** Pairs whose reserves differ, and what asks one after the other. */
function pairAccounts(): Accounts {
  const code = codeOf(read('examples/contracts/Pair.json'))
  const slot = toWord(0n)
  return {
    [quoter]: { code: codeOf(read('test/entries/contracts/Quoter.json')) },
    ...Object.fromEntries(
      pairs.map((pair, index) => [
        pair,
        { code, storage: { [slot]: toWord(reservesOf(index)) } },
      ]),
    ),
  }
}

/** As the pair keeps them, one beside the other in a slot. */
function reservesOf(index: number): bigint {
  const first = 10n ** 24n + BigInt(index)
  const second = 10n ** 24n + BigInt(3 * index)
  return (second << 112n) | first
}

/** The same accounts, by the methods that both peers have. */
async function setUp(request: Request | undefined, accounts: Accounts) {
  if (request === undefined) return
  const ask = (method: string, ...params: unknown[]) =>
    request({ method, params })
  for (const [address, account] of Object.entries(accounts)) {
    const { balance, code, storage } = account
    if (code !== undefined) await ask('hardhat_setCode', address, code)
    if (balance !== undefined) {
      await ask('hardhat_setBalance', address, `0x${balance.toString(16)}`)
      await ask('hardhat_impersonateAccount', address)
    }
    for (const [slot, word] of Object.entries(storage ?? {}))
      await ask('hardhat_setStorageAt', address, quantityOf(slot), word)
  }
  await ask('evm_setAutomine', false)
}

/** Hardhat takes a slot without leading zeros alone. */
const quantityOf = (slot: string) => `0x${BigInt(slot).toString(16)}`

const lower = (address: Hex) => address.toLowerCase() as Hex

/**
 * What a call ignores behind its arguments: a node may know the answer to one
 * that it has run on the same state, so none is asked twice.
 */
function numbered(data: Hex): () => Hex {
  let asked = 0n
  return () => `${data}${toWord(asked++).slice(2)}`
}

function askBalances(request: Request): Work {
  const questions = addresses.map(balanceOfCall).map(numbered)
  return async (count) => {
    for (let index = 0; index < count; index++) {
      const data = questions[index % questions.length]?.()
      const answer = await request({
        method: 'eth_call',
        params: [{ to: token, data }, 'latest'],
      })
      strictEqual(answer, toWord(held))
    }
  }
}

function askQuotes(request: Request): Work {
  const { abi } = read('test/entries/contracts/Quoter.json')
  const questions = Array.from({ length: 50 }, (_, index) =>
    encodeFunctionData({
      abi,
      functionName: 'quote',
      args: [pairs, 10n ** 18n + BigInt(index)],
    }),
  ).map(numbered)
  return async (count) => {
    for (let index = 0; index < count; index++) {
      const answer = await request({
        method: 'eth_call',
        params: [
          { to: quoter, data: questions[index % questions.length]?.() },
          'latest',
        ],
      })
      // A hundred fees of 0.3 % leave about three quarters.
      const left = Number(BigInt(answer as Hex)) / 1e18
      strictEqual(left > 0.7 && left < 0.8, true)
    }
  }
}

/** Whether a peer answers otherwise shows at once. */
function askSame(to: Hex, data: Hex): (request: Request) => Work {
  let right: unknown
  const next = numbered(data)
  return (request) => async (count) => {
    for (let index = 0; index < count; index++) {
      const params = [{ to, data: next() }, 'latest']
      const answer = await request({ method: 'eth_call', params })
      right ??= answer
      strictEqual(answer, right)
    }
  }
}

const transferTo = (to: Hex) =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, 1n],
  })

const transfers = addresses.map((_, index) => ({
  from: senderOf(index),
  to: token,
  gas,
  data: transferTo(receiverOf(index)),
}))

const transferOf = (index: number) =>
  transfers[index % transfers.length] as (typeof transfers)[number]

async function checkBlock(request: Request) {
  const latest = (await request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })) as { transactions: unknown[]; hash: string; gasUsed: string }
  strictEqual(latest.transactions.length, perBlock)
  strictEqual(latest.hash.length, 66)
  strictEqual(Number(latest.gasUsed) > perBlock * 25_000, true)
}

function sealed(node: MockNode): void {
  node.nextBeat()
  node.nextBlock()
}

function preconfirmBlocks(node: MockNode): Work {
  let index = 0
  return async (count) => {
    for (let block = 0; block < count; block++) {
      for (let n = 0; n < perBlock; n++)
        node.preconfirm({ ...transferOf(index++), execute: true })
      sealed(node)
      await checkBlock(node.provider.request as Request)
    }
  }
}

const minedBy = (request: Request) => () =>
  request({ method: 'evm_mine', params: [] })

function sendBlocks(request: Request): Work {
  let index = 0
  const gasPrice = `0x${parseGwei('10').toString(16)}`
  return async (count) => {
    for (let block = 0; block < count; block++) {
      for (let n = 0; n < perBlock; n++) {
        const given = { ...transferOf(index++), gas: '0x186a0', gasPrice }
        await request({ method: 'eth_sendTransaction', params: [given] })
      }
      await minedBy(request)()
      await checkBlock(request)
    }
  }
}

/** One after the other, from each holder in turn. */
function signTransfers(): Promise<Hex[]> {
  return Promise.all(
    Array.from({ length: signedCount }, (_, index) => {
      const signer = signers[index % signers.length]
      if (signer === undefined) throw new Error('There is one for each.')
      return signer.signTransaction({
        type: 'eip1559',
        chainId,
        nonce: Math.floor(index / signers.length),
        to: token,
        gas,
        data: transferTo(receiverOf(index)),
        maxFeePerGas: parseGwei('10'),
        maxPriorityFeePerGas: 1n,
      })
    }),
  )
}

function sendRawBlocks(
  request: Request,
  signed: readonly Hex[],
  mine: () => unknown,
): Work {
  let index = 0
  return async (count) => {
    for (let block = 0; block < count; block++) {
      for (let n = 0; n < perBlock; n++) {
        const raw = signed[index++]
        if (raw === undefined) throw new Error('Not enough has been signed.')
        await request({ method: 'eth_sendRawTransaction', params: [raw] })
      }
      await mine()
      await checkBlock(request)
    }
  }
}
