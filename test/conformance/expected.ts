/** What is wrong, and what the message shows of it where that is not all. */
export type Wrong = { given: unknown; shown?: string }

export type Expected = {
  name: string
  good: unknown
  wrong: Wrong[]
  /** Whether it may be left out. */
  isOptional?: boolean
}
