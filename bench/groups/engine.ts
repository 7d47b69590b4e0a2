import { strictEqual } from 'node:assert'
import type { Engine } from 'preseal/evm'
import type { Hex } from 'viem'
import { startEthereumjsEvm } from '../contestants/ethereumjsEvm.js'
import {
  balanceOfCall,
  balanceSlot,
  tokenCode,
  toWord,
} from '../contestants/token.js'
import { compete, type Work } from '../harness/compete.js'
import { atMost } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { rate } from '../harness/measure.js'
import type { Section } from '../harness/section.js'
import { loadEngine } from '../loadEngine.js'
import { createAddresses } from '../workload.js'

const token: Hex = '0x00000000000000000000000000000000000000aa'
const zeroAddress: Hex = `0x${'0'.repeat(40)}`
const zeroWord: Hex = toWord(0n)

/** The interpreter without a node, on bytecode that others run as well. */
export async function engines({ folder }: Bench): Promise<Section> {
  const holders = createAddresses(1_000)
  const storage = new Map(
    holders.map((holder, index) => [
      balanceSlot(holder),
      toWord(BigInt(index + 1)),
    ]),
  )
  const questions = holders.map(balanceOfCall)
  const own = await loadEngine(folder)
  const other = await startEthereumjsEvm(token, tokenCode, storage)
  const samples = await compete({
    ethereumjs: askAll(questions, other),
    preseal: own && askAll(questions, createCall(own, storage)),
  })
  return {
    title: 'an engine without a node',
    columns: ['@ethereumjs/evm', 'preseal'],
    rows: [
      {
        name: 'ERC-20 balances',
        cells: [rate(samples.ethereumjs), rate(samples.preseal)],
        goal: atMost(1 / 40, samples.preseal),
      },
    ],
  }
}

function createCall(engine: Engine, storage: ReadonlyMap<Hex, Hex>) {
  const state = {
    balance: () => 0n,
    nonce: () => 0n,
    code: (address: Hex) => (address === token ? tokenCode : '0x'),
    slot: (_: Hex, key: Hex) => storage.get(key) ?? zeroWord,
    hasStorage: () => false,
  } as const
  const environment = {
    hardfork: 'prague',
    chainId: 1n,
    origin: zeroAddress,
    gasPrice: 0n,
    number: 1n,
    timestamp: 1n,
    gasLimit: 30_000_000n,
    baseFeePerGas: 0n,
    miner: zeroAddress,
    mixHash: zeroWord,
    blobHashes: [],
    blobBaseFee: 1n,
    hashOf: () => zeroWord,
  } as const
  return (data: Hex) =>
    engine.execute(state, environment, {
      from: zeroAddress,
      to: token,
      value: 0n,
      data,
      gas: 50_000_000n,
      nonce: 0n,
      accessList: [],
      authorizationList: [],
    }).output
}

/** Holder by holder, each answer read. */
function askAll(
  questions: readonly Hex[],
  ask: (data: Hex) => Hex | Promise<Hex>,
): Work {
  let next = 0
  return async (count) => {
    for (let asked = 0; asked < count; asked++) {
      const question = questions[next]
      if (question === undefined) throw new Error('No question is left.')
      const answer = ask(question)
      const output = typeof answer === 'string' ? answer : await answer
      next = (next + 1) % questions.length
      strictEqual(BigInt(output), BigInt(next === 0 ? questions.length : next))
    }
  }
}
