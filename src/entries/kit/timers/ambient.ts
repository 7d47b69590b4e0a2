export type SetTimeout = (
  callback: (...given: unknown[]) => void,
  ms?: number,
  ...given: unknown[]
) => unknown

/** The timers of whatever runs the test; no runtime declares those of another. */
export const ambient = globalThis as unknown as {
  setTimeout: SetTimeout
  setInterval: SetTimeout
  clearTimeout: (id: unknown) => void
  clearInterval: (id: unknown) => void
}
