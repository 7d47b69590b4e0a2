/** Does one thing `count` times; may be asynchronous. */
export type Work = (count: number) => unknown

/** ms per operation, one sample a round. */
export type Samples = readonly number[]

type Competition = {
  rounds?: number
  /** ms that one contestant works in a round, at least one operation. */
  slice?: number
  /** ms that each contestant works before it is timed. */
  warmUp?: number
}

/**
 * Lets the contestants work in turns, so that whatever slows the machine for
 * a while slows all of them. A round begins with a garbage collection and has
 * an order of its own; contestants that are undefined do not take part.
 */
export async function compete<name extends string>(
  works: Readonly<Record<name, Work | undefined>>,
  { rounds = 31, slice = 20, warmUp = 400 }: Competition = {},
): Promise<Record<name, Samples | undefined>> {
  const contestants: { work: Work; count: number; samples: number[] }[] = []
  const result = {} as Record<name, Samples | undefined>
  for (const name of Object.keys(works) as name[]) {
    const work = works[name]
    if (work === undefined) continue
    const samples: number[] = []
    const count = await countFor(work, slice, warmUp)
    contestants.push({ work, count, samples })
    result[name] = samples
  }
  for (let round = 0; round < rounds; round++) {
    // As between tests: what a library loads meanwhile is there.
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    for (const { work, count, samples } of shuffle(contestants))
      samples.push((await time(() => work(count))) / count)
  }
  return result
}

function shuffle<value>(values: readonly value[]): value[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value)
}

/** Warms `work` up and finds how many of it fill a slice. */
async function countFor(work: Work, slice: number, warmUp: number) {
  let count = 1
  let fastest = Number.POSITIVE_INFINITY
  for (let spent = 0; ; ) {
    const ms = await time(() => work(count))
    spent += ms
    fastest = Math.min(fastest, ms / count)
    const fitting = Math.max(1, Math.round(slice / fastest))
    if (spent >= warmUp) return fitting
    count = Math.min(fitting, count * 4)
  }
}

/** ms that `work` takes. */
export async function time(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** ms of the processor that `work` takes, whatever else the machine does. */
export async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/** Needs `--expose-gc`, which index.ts gives to every group's process. */
export function collectGarbage() {
  globalThis.gc?.()
}

/** Bytes that the collected heap holds. */
export function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

export function median(samples: Samples): number {
  const sorted = [...samples].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const low = sorted[Math.floor(middle)] ?? Number.NaN
  const high = sorted[Math.ceil(middle)] ?? Number.NaN
  return (low + high) / 2
}
