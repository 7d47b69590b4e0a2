import { isWire, type Wire } from '../../../base/codec/wire.js'
import { display } from '../../../base/hex/display.js'
import {
  type Issue,
  type Path,
  parseHash,
  parseQuantity,
} from '../../../base/hex/parse.js'
import { mostProblems } from '../../../base/validation/problem.js'
import { ownHash } from './ownHash.js'

export const addressPattern = /^0x[0-9a-f]{40}$/
export const wordPattern = /^0x[0-9a-f]{64}$/

export type Reader = ReturnType<typeof createReader>

/** Judges parts of a record, and collects what is wrong with them. */
export function createReader(refusals: Issue[]) {
  function refuse(
    path: Path,
    given: unknown,
    expected: string,
    advice?: string,
  ): void {
    if (refusals.length >= mostProblems) return
    const shown = given === undefined ? 'missing' : display(given)
    refusals.push({ path, given: shown, expected, advice })
  }

  /** Visits the entries of an object, whose keys are all of one kind. */
  function each(
    path: Path,
    given: unknown,
    pattern: RegExp,
    expected: string,
    visit: (path: Path, value: unknown, key: string) => void,
  ): void {
    if (!isWire(given)) {
      refuse(path, given, 'an object')
      return
    }
    for (const key of Object.keys(given)) {
      const inner = [...path, key]
      if (pattern.test(key)) visit(inner, given[key], key)
      else
        refusals.push({
          path: inner,
          given: `the key ${display(key)}`,
          expected,
        })
      if (refusals.length >= mostProblems) return
    }
  }

  /** Fields of a block that a node needs. */
  function checkBlock(path: Path, block: Wire): void {
    for (const field of ['number', 'timestamp', 'gasLimit', 'gasUsed'])
      if (!parseQuantity(block[field]).ok)
        refuse([...path, field], block[field], 'a quantity such as 0x1')
    for (const field of ['hash', 'parentHash'])
      if (!parseHash(block[field]).ok)
        refuse([...path, field], block[field], 'a hash')
    if (!Array.isArray(block.transactions))
      refuse([...path, 'transactions'], block.transactions, 'an array')
    const hash = ownHash(block)
    if (hash !== undefined && hash !== `${block.hash}`.toLowerCase())
      refuse(
        [...path, 'hash'],
        block.hash,
        `the hash of the block's header, which is ${hash}`,
        'The hash or another field was edited: record the block anew.',
      )
  }

  return { refuse, each, checkBlock }
}
