import { errorText } from '../model/errorText.js'
import type { Heard } from '../model/run.js'

type Listener = (reason: unknown) => void

type Emitter = {
  listeners(name: string): Listener[]
  on(name: string, listener: Listener): unknown
  removeAllListeners(name: string): unknown
  removeListener(name: string, listener: Listener): unknown
}

type Target = {
  addEventListener?(name: string, listener: (event: Rejected) => void): void
  removeEventListener?(name: string, listener: (event: Rejected) => void): void
}

type Rejected = { readonly reason: unknown; preventDefault(): void }

type Ambient = Target & {
  readonly process?: {
    getBuiltinModule?(name: string): Emitter | undefined
  }
}

/** Errors of ethers repeat the whole request. */
const longest = 160

const rejected = 'unhandledRejection'

/**
 * Listens for rejected promises and for calls of `console.error`, in place of
 * the test runner. Returns a function that stops it.
 */
export function hearErrors(
  now: () => number,
  process: object | null | undefined,
) {
  const rejections: Heard[] = []
  const consoleErrors: Heard[] = []
  const hear = (reason: unknown) => {
    rejections.push({ at: now(), text: heardText(reason) })
  }
  const stopProcess = replaceListeners(hear, process)
  const stopWindow = listenOnWindow(hear)
  const { error } = console
  console.error = (...given: unknown[]) => {
    consoleErrors.push({ at: now(), text: given.map(heardText).join(' ') })
  }
  return {
    rejections,
    consoleErrors,
    stop() {
      console.error = error
      stopWindow()
      stopProcess()
    },
  }
}

function replaceListeners(
  hear: Listener,
  given: object | null | undefined,
): () => void {
  const { process } = globalThis as Ambient
  const emitter =
    (given as Emitter | null | undefined) ??
    process?.getBuiltinModule?.('node:process')
  if (emitter === undefined) return () => {}
  const others = emitter.listeners(rejected)
  emitter.removeAllListeners(rejected)
  emitter.on(rejected, hear)
  return () => {
    emitter.removeListener(rejected, hear)
    for (const other of others) emitter.on(rejected, other)
  }
}

function listenOnWindow(hear: Listener): () => void {
  const target = globalThis as Ambient
  const listener = (event: Rejected) => {
    event.preventDefault()
    hear(event.reason)
  }
  target.addEventListener?.('unhandledrejection', listener)
  return () => target.removeEventListener?.('unhandledrejection', listener)
}

function heardText(given: unknown): string {
  const text = errorText(given)
  return given instanceof Error && text.length > longest
    ? `${text.slice(0, longest)}…`
    : text
}
