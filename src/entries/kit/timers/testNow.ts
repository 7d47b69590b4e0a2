import { ambient } from './ambient.js'

/** ms, by the test's own `Date`, which may be fake. */
export function testNow(): number {
  return ambient.Date.now()
}
