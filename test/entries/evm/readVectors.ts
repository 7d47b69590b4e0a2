import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { StateTest } from './stateTest.js'

/** Where the whole of the vectors lies, on machines that have it. */
export const shared = new URL(
  '../../../../shared/state-tests/',
  import.meta.url,
)

/** One JSON object a line, compressed. */
export function readVectors<vector = StateTest>(file: URL): vector[] {
  const text = brotliDecompressSync(readFileSync(file)).toString()
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
}
