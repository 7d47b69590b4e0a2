/** What must hold whatever happens, and how a round of it is tried. */
export type Property = {
  readonly name: string
  /** What is counted of it. */
  readonly unit: 'steps' | 'requests and files' | 'programs'
  /**
   * Tries it `cases` times with what a seed makes, and gives how much of its
   * unit that was; throws where it does not hold.
   */
  readonly hold: (seed: number, cases: number) => Promise<number>
}
