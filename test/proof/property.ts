/** A law that holds for every node, and a way to try it. */
export type Property = {
  readonly name: string
  /** The cases that a run counts. */
  readonly unit: 'steps' | 'requests and files' | 'programs'
  /**
   * Tries it `cases` times, with random values of a seed, and returns how many
   * of its unit these were. Throws if the law does not hold.
   */
  readonly hold: (seed: number, cases: number) => Promise<number>
}
