// What the types of Bun and Deno would bring: the declarations of their entries
// name no more of them.
declare module 'bun:test' {
  export const test: (name: string, run: () => unknown) => void
  export interface Matchers<T> {
    toBe(expected: T): void
  }
}

declare const Deno: {
  test: (name: string, run: () => unknown) => void
}
