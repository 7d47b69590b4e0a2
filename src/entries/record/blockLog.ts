import {
  type AccountsParameters,
  createMockNode,
  type ImportParameters,
  type Step,
} from '../../index.js'
import type { TransportRequest } from '../endpoint/index.js'
import { unexpectedAnswer } from '../endpoint/index.js'
import {
  isConsistent,
  mergeState,
  type Reading,
  type RecordedBlock,
} from './queries.js'

type Selector = 'latest' | 'pending'

/** The latest import in the scenario, and the text by which it is compared. */
type Recorded = Omit<Reading, 'block'> & {
  readonly block: RecordedBlock
  text: string
}

/** Turns the blocks that polls found into steps that import them. */
export type BlockLog = {
  /** The hash of the block that is held at a number. */
  hashAt(number: bigint): string | undefined
  /** The lowest and the highest number held. */
  readonly lowest: bigint | undefined
  readonly highest: bigint | undefined
  /** Whether the latest block has its receipts. */
  readonly hasReceipts: boolean
  /** UTF-16 units of the blocks and receipts so far, about. */
  readonly characters: number
  /** The steps that follow from what a poll read; none if nothing changed. */
  stepsFor(
    at: number,
    read: { missed: readonly Reading[]; latest: Reading; pending: Reading },
  ): Step[]
}

export function createBlockLog(): BlockLog {
  const held = new Map<bigint, string>()
  const known: { [selector in Selector]: AccountsParameters } = {
    latest: {},
    pending: {},
  }
  const recorded: { [selector in Selector]: Recorded | undefined } = {
    latest: undefined,
    pending: undefined,
  }
  let lowest: bigint | undefined
  let highest: bigint | undefined
  let characters = 0

  /** As the node does it: what was held from that number on is gone. */
  function hold({ block }: Reading) {
    const { number, hash } = block?.head ?? {}
    if (typeof number !== 'bigint' || typeof hash !== 'string') return
    for (const above of held.keys()) if (above >= number) held.delete(above)
    held.set(number, hash)
    highest = number
    lowest = lowest === undefined || number < lowest ? number : lowest
  }

  function step(at: number, as: Selector, reading: Reading): Step {
    const { block, receipts, state } = reading
    const parameters: ImportParameters = {
      block: block?.value as object,
      ...(receipts && { receipts: receipts.value as object[] }),
      as,
      ...(Object.keys(state).length > 0 && { state }),
    }
    checkBlock(parameters, as)
    characters += (block?.text.length ?? 0) + (receipts?.text.length ?? 0)
    return { at, type: 'importBlock', ...parameters }
  }

  /** The step that an answer makes necessary, if it does. */
  function change(
    at: number,
    as: Selector,
    reading: Reading,
  ): Step | undefined {
    known[as] = mergeState(known[as], reading.state)
    // A value without an answer stays as it was, while a fault hides it.
    const before = recorded[as]
    const block = reading.block ?? before?.block
    if (block === undefined) return undefined
    const isSame = block.text === before?.block.text
    const whole: Reading = { block, state: known[as] }
    const receipts = reading.receipts ?? (isSame && before.receipts)
    if (receipts) whole.receipts = receipts
    if (!isConsistent(whole)) delete whole.receipts
    const text = textOf(whole)
    if (text === before?.text) return undefined
    const made = step(at, as, whole)
    recorded[as] = { ...whole, block, text }
    return made
  }

  return {
    hashAt: (number) => held.get(number),
    get lowest() {
      return lowest
    },
    get highest() {
      return highest
    },
    get hasReceipts() {
      return recorded.latest?.receipts !== undefined
    },
    get characters() {
      return characters
    },
    stepsFor(at, { missed, latest, pending }) {
      const steps = missed.map((reading) => {
        const made = step(at, 'latest', reading)
        hold(reading)
        return made
      })
      const sealed = change(at, 'latest', latest)
      if (sealed !== undefined) {
        steps.push(sealed)
        hold(recorded.latest ?? latest)
        // An import reopens the pending block.
        if (recorded.pending !== undefined) recorded.pending.text = ''
      }
      const opened = change(at, 'pending', pending)
      if (opened !== undefined) steps.push(opened)
      return steps
    },
  }
}

function textOf({ block, receipts, state }: Reading): string {
  const values = JSON.stringify(state, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return `${block?.text} ${receipts?.text} ${values}`
}

/**
 * If a node refuses to import a value, that is not a block; the node's error
 * says why.
 */
function checkBlock(parameters: ImportParameters, selector: Selector): void {
  try {
    createMockNode({ importedBlocks: [parameters] })
  } catch (error) {
    const request: TransportRequest = {
      method: 'eth_getBlockByNumber',
      params: [selector, true],
    }
    throw unexpectedAnswer(
      request,
      `what cannot be imported (${(error as Error).message.slice(0, 300)})`,
      'a block',
    )
  }
}
