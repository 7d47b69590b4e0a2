import { jestState } from './jestState.js'

/**
 * Has a hook of the file run behind all others. jest runs them in the order in
 * which they came: a kit that is imported first would end a test whose
 * application testing-library has not unmounted yet.
 */
export function runLast(hook: () => void): void {
  const hooks = jestState()?.rootDescribeBlock?.hooks
  const at = hooks?.findIndex(({ fn }) => fn === hook) ?? -1
  if (at >= 0) hooks?.push(...hooks.splice(at, 1))
}
