import { createMockNode, type MockNodeOptions } from 'preseal'
import {
  BaseError,
  createPublicClient,
  custom,
  type PublicClient,
  RpcError,
} from 'viem'
import { columns, rule, short, title } from './print.js'

const widths = [8, 12, 7, 14, 6, 12, 12, 14]

/** Plays a scenario to its end, a row a beat, as a client reads it. */
export async function playStory(name: string, scenario: MockNodeOptions) {
  const node = createMockNode({ ...scenario, clock: 'virtual' })
  const { chain, provider } = node
  const transport = custom(provider, { retryCount: 0 })
  const client = createPublicClient({ chain, transport })
  let index = 0
  let hasBeat = false
  node.on('beat', (beat) => {
    index = beat.index
    hasBeat = true
  })
  node.on('sealed', ({ blockNumber, transactions }) =>
    rule(
      `${node.now} ms: block ${blockNumber} sealed, ${transactions.length} txs`,
    ),
  )
  node.on('dropped', ({ hash, reason, transaction: { label } }) =>
    rule(`${node.now} ms: ${label ?? short(hash)} dropped (${reason})`),
  )

  title(name)
  const head = ['ms', 'pending', 'index', 'hash', 'txs', 'gas']
  console.log(columns([...head, 'latest', 'hash'], widths))
  rule()
  const show = async () => {
    const cells = [`${node.now}`, ...(await readRow(client, index))]
    console.log(columns(cells, widths))
  }
  await show()
  const end = endOf(scenario)
  const changes = new Set(scenario.steps?.map(({ at }) => at))
  while (node.now < end) {
    hasBeat = false
    advance(() => node.advance(1))
    if (hasBeat || changes.has(node.now)) await show()
  }
  node.dispose()

  // What a step throws is part of the story.
  function advance(move: () => void) {
    try {
      move()
    } catch (error) {
      rule(error instanceof Error ? error.message : String(error))
    }
  }
}

async function readRow(client: PublicClient, index: number) {
  const pending = await read(client, 'pending')
  const latest = await read(client, 'latest')
  return [
    ...('error' in pending
      ? [pending.error, '', '', '', '']
      : [
          `${pending.number}`,
          `${index}`,
          short(pending.hash),
          `${pending.transactions.length}`,
          `${pending.gasUsed}`,
        ]),
    ...('error' in latest
      ? [latest.error]
      : [`${latest.number}`, short(latest.hash)]),
  ]
}

async function read(client: PublicClient, blockTag: 'latest' | 'pending') {
  try {
    return await client.getBlock({ blockTag })
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const refused = error.walk((cause) => cause instanceof RpcError)
    return { error: refused instanceof RpcError ? `${refused.code}` : 'null' }
  }
}

/** ms: as long as it says, else one block after its last step. */
function endOf({
  duration,
  steps: timeline = [],
  blockTime = 2_000,
}: MockNodeOptions) {
  const last = timeline.at(-1)?.at ?? 0
  return duration ?? (Math.floor(last / blockTime) + 2) * blockTime
}
