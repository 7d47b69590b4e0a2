import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import { errorText } from '../model/mishap.js'
import { basics, type Heard, type Run } from '../model/run.js'

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
  const own: unknown[] = []
  const consoleErrors: Heard[] = []
  const hear = (reason: unknown) => {
    if (isOwnError(reason)) own.push(reason)
    else rejections.push({ at: now(), text: heardText(reason) })
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
    /** Errors of a step or a verb that came when no caller could catch them. */
    own: own as readonly unknown[],
    /** What the application threw where nobody catches it. */
    hear,
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

/**
 * Whether an error is this library's own, about a step or a verb that does not
 * fit the moment: it says nothing of the application. Only what a provider
 * answers is for the application to catch.
 */
export function isOwnError(error: unknown): boolean {
  return error instanceof AggregateError
    ? error.errors.every(isOwnError)
    : isPresealError(error) && error.kind !== 'request'
}

/** One that says that the test itself is wrong, whatever went wrong in it. */
export function isAuthorsError(error: unknown): boolean {
  return isPresealError(error) && !unfitting.includes(error.kind)
}

/** Kinds of errors that a mishap may bring about, and requests by design. */
const unfitting = ['chain', 'use', 'request']

/** A mistake of the test's author is no mishap, and ends everything. */
export function findMistake({
  run,
  judged,
}: {
  readonly run: Pick<Run, 'answeredRequests'>
  readonly judged:
    | { readonly invariant: string; readonly cause?: unknown }
    | undefined
}): unknown {
  const { cause, invariant } = judged ?? {}
  if (invariant === basics.passes && isAuthorsError(cause)) return cause
  for (const { outcome, at } of run.answeredRequests) {
    if (outcome.type !== 'error') continue
    const { message } = outcome.error
    if (contractThrew.test(message)) return explorationError(at, message)
  }
  return undefined
}

/** As `preseal/contracts` and native contracts tell it. */
const contractThrew =
  /(of the contract 0x\w{40} (threw|writes)|^The native contract 0x\w{40} threw) /

function explorationError(
  at: number,
  message: string,
): PresealError<'ExplorationError'> {
  return new PresealError(
    'ExplorationError',
    `explore: at ${at} ms the test itself failed, not the application: ${message}`,
    { reason: 'test' },
  )
}
