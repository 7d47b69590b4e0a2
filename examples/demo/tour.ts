import { createMockNode, isPresealError, type Step } from 'preseal'
import {
  BaseError,
  createPublicClient,
  custom,
  formatEther,
  type Hex,
  hexToNumber,
  keccak256,
  parseEther,
  toHex,
  toRlp,
} from 'viem'
import { columns, rule, short, title } from './print.js'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const counter = '0x0000000000000000000000000000000000c0de01'

const pay = (ether: string) =>
  ({ from: alice, to: bob, value: parseEther(ether) }) as const

// No EVM runs: a transaction does what is scripted here.
const count = (total: Hex) =>
  ({
    from: alice,
    to: counter,
    gasUsed: 43_000n,
    changes: { [counter]: { storage: { '0x0': total } } },
  }) as const

const timeline: Step[] = [
  { at: 200, type: 'preconfirm', ...pay('1') },
  { at: 600, type: 'preconfirm', ...count('0x1') },
  { at: 1_000, type: 'preconfirm', ...pay('0.25') },
  { at: 1_000, type: 'preconfirm', ...count('0x2') },
  { at: 1_600, type: 'preconfirm', ...pay('0.5') },
  { at: 2_000, type: 'preconfirm', ...pay('2') },
  { at: 2_400, type: 'preconfirm', ...count('0x3') },
  { at: 2_800, type: 'preconfirm', ...pay('0.125') },
  { at: 3_600, type: 'preconfirm', ...count('0x4') },
]

const node = createMockNode({
  accounts: { [alice]: { balance: parseEther('10') } },
  steps: timeline,
})
const client = createPublicClient({
  chain: node.chain,
  transport: custom(node.provider),
})

/**
 * Two blocks of a chain with a live pending block, one row a beat, then a hash
 * recomputed and three things that go wrong on real chains. Whatever it shows
 * was read through a viem client.
 */
export async function tour() {
  await showBeats(20)
  await showHash()
  await showPublicEndpoint()
  await showNullBlock()
  await showDrop()
}

async function showBeats(beats: number) {
  let index = 0
  const stop = node.on('beat', (beat) => {
    index = beat.index
  })
  title('A block every 2 s, pre-confirmed every 200 ms (* ahead of latest)')
  row('', '', '', '', '', '', "bob's balance", '', "counter's slot 0", '')
  row(
    ...['ms', 'block', 'index', 'hash', 'txs', 'gas'],
    ...['pending', 'latest', 'pending', 'latest'],
  )
  rule()
  await showBeat(index)
  for (let beat = 1; beat <= beats; beat++) {
    node.nextBeat()
    if (index === 0) await showSeal()
    await showBeat(index)
  }
  stop()
}

async function showBeat(index: number) {
  const block = await client.getBlock({ blockTag: 'pending' })
  const balance = await readBalance('latest')
  const slot = await readSlot('latest')
  row(
    `${node.now}`,
    `${block.number}`,
    `${index}`,
    short(block.hash),
    `${block.transactions.length}`,
    `${block.gasUsed}`,
    mark(await readBalance('pending'), balance),
    balance,
    mark(await readSlot('pending'), slot),
    slot,
  )
}

async function showSeal() {
  const block = await client.getBlock({ blockTag: 'latest' })
  const { number, hash, transactions } = block
  rule(`sealed: block ${number}, ${short(hash)}, ${transactions.length} txs`)
}

/** The hash of a header is keccak256 of its fields in RLP. */
async function showHash() {
  title('Its hashes recompute, as anyone can see')
  const block = await client.getBlock({ blockNumber: 1n })
  const number = (value: bigint | null | undefined) =>
    value ? toHex(value) : '0x'
  const { requestsHash } = block as { requestsHash?: Hex }
  const header = [
    ...[block.parentHash, block.sha3Uncles, block.miner, block.stateRoot],
    ...[block.transactionsRoot, block.receiptsRoot, block.logsBloom],
    ...[block.difficulty, block.number, block.gasLimit].map(number),
    ...[block.gasUsed, block.timestamp].map(number),
    ...[block.extraData, block.mixHash, block.nonce],
    ...[number(block.baseFeePerGas), block.withdrawalsRoot],
    ...[block.blobGasUsed, block.excessBlobGas].map(number),
    ...[block.parentBeaconBlockRoot, requestsHash],
  ]
  say('block 1 says', `${block.hash}`)
  say('its header makes', keccak256(toRlp(header as Hex[])))
}

async function showPublicEndpoint() {
  title('A public endpoint refuses the receipts of a block')
  const { provider } = createMockNode({ endpoint: 'public' })
  const client = createPublicClient({ transport: custom(provider) })
  const error = await failure(client.getBlockReceipts({ blockTag: 'pending' }))
  const refusal = error.walk((cause) => isPresealError(cause))
  if (!isPresealError(refusal, 'ProviderRpcError')) throw error
  const { status, code, message } = refusal
  say('eth_getBlockReceipts', `HTTP ${status}, code ${code}: ${message}`)
  say('viem makes of it', error.name)
}

async function showNullBlock() {
  title('For a moment there is no pending block')
  const lift = node.fault({ type: 'null', methods: ['eth_getBlockByNumber'] })
  const error = await failure(client.getBlock({ blockTag: 'pending' }))
  say('eth_getBlockByNumber', 'null')
  say('viem makes of it', `${error.name}: ${error.shortMessage}`)
  lift()
  const { number } = await client.getBlock({ blockTag: 'pending' })
  say('once it is lifted', `block ${number}`)
}

async function showDrop() {
  title('A pre-confirmed payment is taken back')
  say('before', `bob has ${await readBalance('pending')}`)
  const hash = node.preconfirm(pay('3'))
  node.nextBeat()
  const { status } = await client.getTransactionReceipt({ hash })
  say('pre-confirmed', `bob has ${await readBalance('pending')}`)
  say('its receipt', status)
  node.drop(hash)
  node.nextBeat()
  const error = await failure(client.getTransactionReceipt({ hash }))
  say('dropped', `bob has ${await readBalance('pending')}`)
  say('its receipt', error.name)
}

async function readBalance(blockTag: 'pending' | 'latest') {
  return formatEther(await client.getBalance({ address: bob, blockTag }))
}

async function readSlot(blockTag: 'pending' | 'latest') {
  const slot = { address: counter, slot: '0x0', blockTag } as const
  return `${hexToNumber((await client.getStorageAt(slot)) ?? '0x0')}`
}

async function failure(read: Promise<unknown>): Promise<BaseError> {
  try {
    await read
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
  throw new Error('This read was meant to fail.')
}

function mark(pending: string, latest: string) {
  return pending === latest ? pending : `*${pending}`
}

function row(...cells: string[]) {
  const widths = [6, 7, 7, 14, 5, 9, 14, 9, 17, 9]
  console.log(columns(cells, widths))
}

function say(subject: string, text: string) {
  console.log(`  ${subject.padEnd(22)}${text}`)
}
