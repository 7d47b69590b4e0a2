/** The process, as a command sees it. */
export type Host = Pick<
  NodeJS.Process,
  'env' | 'exit' | 'off' | 'on' | 'stderr' | 'stdin' | 'stdout'
>

/** One command of the command line. */
export type Command = {
  /** Its line in the list of commands. */
  readonly summary: string
  /** Resolves when it is over; what it throws is printed in one line. */
  readonly run: (args: readonly string[], host: Host) => Promise<void>
}
