/** One thing that happened, in one line; `at` in ms. */
export type Line = {
  readonly at: number
  readonly text: string
  /** Of a script that disconnects sockets, of one that it ended, of others. */
  readonly sockets?: 'disconnected' | 'ended' | 'told'
}
