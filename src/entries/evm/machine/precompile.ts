/** A contract of the protocol: its price is paid before it runs. */
export type Precompile = {
  readonly gas: (input: Uint8Array) => number
  /** How much it computes, in units of about a microsecond on Node 20. */
  readonly units: (input: Uint8Array) => number
  /**
   * Undefined when the input is wrong, which consumes all gas. The returned
   * bytes outlive the input, and share no bytes with it.
   */
  readonly run: (input: Uint8Array) => Uint8Array | undefined
}
