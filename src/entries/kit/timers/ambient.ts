export type SetTimeout = (
  callback: (...given: unknown[]) => void,
  ms?: number,
  ...given: unknown[]
) => unknown

/** The time of whatever runs the test; no runtime declares that of another. */
export const ambient = globalThis as unknown as {
  readonly Date: { now(): number }
  setTimeout: SetTimeout
  setInterval: SetTimeout
  clearTimeout: (id: unknown) => void
  clearInterval: (id: unknown) => void
}
