import { compete } from './compete.js'
import { atMostTimes } from './goal.js'
import { duration } from './measure.js'
import type { Row, Section } from './section.js'

/** What is done to so many at once. */
export type Work = readonly [
  name: string,
  work: (count: number) => Promise<void> | void,
]

/** What many cost beside few: at most half as much again each. */
export async function crowd(
  title: string,
  works: readonly Work[],
  { few, many, rounds }: { few: number; many: number; rounds: number },
): Promise<Section> {
  const rows: Row[] = []
  for (const [name, work] of works) {
    const repeat = (count: number) => async (times: number) => {
      for (let done = 0; done < times; done++) await work(count)
    }
    const samples = await compete(
      { few: repeat(few), many: repeat(many) },
      { rounds },
    )
    rows.push({
      name,
      cells: [duration(samples.few), duration(samples.many)],
      goal: atMostTimes((1.5 * many) / few, samples.many, samples.few),
    })
  }
  const columns = [few, many].map((count) => count.toLocaleString('en'))
  return { title, columns, rows }
}
