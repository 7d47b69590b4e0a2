import type { MockNodeOptions } from '../../index.js'
import type { RecordProgress } from '../record/index.js'

const width = 24

/** A line that takes the place of the one before. */
export function progressBar({
  elapsed,
  duration,
  blockNumber,
  steps,
  characters,
}: RecordProgress): string {
  const done = duration === 0 ? 1 : Math.min(1, elapsed / duration)
  const filled = Math.floor(done * width)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
  const block =
    blockNumber === undefined ? 'no block yet' : `block ${blockNumber}`
  const parts = [
    `${seconds(elapsed)} of ${seconds(duration)}`,
    block,
    `${steps} steps`,
    size(characters),
  ]
  return `\r\u001b[K${bar}  ${parts.join(', ')}`
}

/** The counts of a recording, in a line. */
export function recordedLine(
  { steps = [] }: MockNodeOptions,
  file: string | undefined,
): string {
  const count = (type: string) =>
    steps.filter((step) => step.type === type).length
  const parts = [
    `${steps.length} steps`,
    `${count('importBlock')} imports`,
    `${count('fault')} faults`,
  ]
  return `recorded ${parts.join(', ')}${file === undefined ? '' : ` to ${file}`}\n`
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function size(characters: number): string {
  return `${(characters / 1_000_000).toFixed(1)} MB`
}
