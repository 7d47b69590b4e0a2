import type { MockNode, NodeEvents } from 'preseal'
import type { Config } from './config.js'
import { dress } from './format.js'
import type { Open } from './openBlock.js'
import type { Told } from './world.js'

type Said = { name: string; [field: string]: unknown }

const names = ['beat', 'preconfirmed', 'dropped', 'reorged', 'sealed'] as const

/** What the node tells from now on, to be taken in turn. */
export function listenTo(node: MockNode): () => Said[] {
  let said: NodeEvents[(typeof names)[number]][] = []
  for (const name of names)
    node.on(name, (event: NodeEvents[typeof name]) => said.push(event))
  return () => {
    // Some fields are computed when they are read.
    const all = said.map(({ type: name, at, ...event }) => ({
      name,
      ...event,
      ...(name === 'beat' && { at }),
      ...('error' in event && { error: (event.error as Error).name }),
    }))
    said = []
    return all
  }
}

/** The same as the model has it. */
export async function sayAll(
  told: readonly Told[],
  config: Config,
): Promise<Said[]> {
  const said: Said[] = []
  for (const one of told) said.push(await say(one, config))
  return said
}

async function say(told: Told, config: Config): Promise<Said> {
  const { name } = told
  switch (name) {
    case 'reorged':
      return { ...told }
    case 'sealed': {
      const { block, blocks } = told
      const { number, milliseconds } = block
      const hash =
        block.imported?.hash ??
        (await dress(block, blocks.slice(0, -1), config)).header.hash
      return {
        name,
        blockNumber: number,
        timestamp: milliseconds / 1_000n,
        hash,
        ...contentsOf(block),
      }
    }
    case 'beat': {
      const { now, place, chain } = told
      const { open, blocks } = chain
      const hash = open.imported
        ? open.imported.hash
        : (await dress(open, blocks, config)).header.hash
      return { name, at: now, ...place, hash, ...contentsOf(open) }
    }
    default: {
      const { transaction, place } = told
      const { type, from, to, nonce, value, gas, data, label } = transaction
      const isUntold = transaction.isExecuted && 'reason' in told
      const { gasUsed, status } = isUntold
        ? { gasUsed: null, status: null }
        : transaction.script
      return {
        name,
        hash: transaction.hash,
        ...place,
        transaction: {
          type,
          from,
          to,
          nonce: Number(nonce),
          value,
          gas,
          gasUsed,
          data,
          status,
          label,
          isExecuted: transaction.isExecuted,
        },
        ...('reason' in told && { reason: told.reason }),
        ...('error' in told && { error: told.error }),
      }
    }
  }
}

function contentsOf({ imported, included, gasUsed }: Open) {
  return {
    transactions:
      imported?.hashes ?? included.map(({ transaction }) => transaction.hash),
    gasUsed: (imported ?? { gasUsed }).gasUsed,
  }
}
