import { EventEmitter } from 'eventemitter3'
import { display } from '../../../base/hex/display.js'
import { invalidParameters } from '../../../base/validation/invalid.js'

/** Called by an announcer, one after the other. */
export type Listeners<events extends Record<string, unknown>> = {
  /** Returns a function that stops listening. */
  on<name extends keyof events & string>(
    name: name,
    listener: (event: events[name]) => void,
  ): () => void
  /**
   * Returns what listeners threw.
   *
   * @param event - Made only if there is somebody to call.
   */
  call<name extends keyof events & string>(
    name: name,
    event: () => events[name],
  ): readonly unknown[]
  count(name: keyof events & string): number
  clear(): void
}

export function createListeners<events extends Record<string, unknown>>(
  names: readonly (keyof events & string)[],
): Listeners<events> {
  const emitter = new EventEmitter()
  return {
    on(name, listener) {
      if (!names.includes(name))
        throw invalidParameters('on', [
          {
            path: 'event',
            given: display(name),
            expected: `one of ${names.join(', ')}`,
          },
        ])
      checkListener(name, listener)
      // `call` gives those of a name what belongs to that name.
      const entry = (event: unknown) => listener(event as never)
      emitter.on(name, entry)
      return () => void emitter.off(name, entry)
    },
    call: (name, event) =>
      emitter.listenerCount(name) === 0
        ? []
        : callListeners(emitter, name, event()),
    count: (name) => emitter.listenerCount(name),
    clear: () => void emitter.removeAllListeners(),
  }
}

/** Calls every listener, and returns what some of them threw. */
export function callListeners(
  emitter: EventEmitter,
  name: string,
  event: unknown,
): unknown[] {
  const errors: unknown[] = []
  for (const listener of emitter.listeners(name)) {
    try {
      listener(event)
    } catch (error) {
      errors.push(error)
    }
  }
  return errors
}

export function checkListener(name: string, listener: unknown): void {
  if (typeof listener === 'function') return
  throw invalidParameters('on', [
    {
      path: `listener of ${name}`,
      given: display(listener),
      expected: 'a function',
    },
  ])
}
