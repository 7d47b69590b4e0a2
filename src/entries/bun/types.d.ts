// The part in use, for whoever compiles this without the types of Bun.
declare module 'bun:test' {
  type Declare = (name: string, run: () => unknown, timeout?: number) => unknown
  export const test: Declare & { only: Declare; skip: Declare }
  export const expect: { extend(matchers: object): void }
  export function onTestFinished(callback: () => void): void
  export const jest: {
    advanceTimersByTime(ms: number): unknown
    advanceTimersToNextTimer(): unknown
    getTimerCount(): number
  }
}
