/** What a command has of the process around it. */
export type Host = Pick<
  NodeJS.Process,
  'env' | 'exit' | 'off' | 'on' | 'stderr' | 'stdin' | 'stdout'
>

/** One command of the command line. */
export type Command = {
  /** Its line in the list of commands. */
  readonly summary: string
  /** Resolves when it is over; what it throws is told in one line. */
  readonly run: (args: readonly string[], host: Host) => Promise<void>
}
