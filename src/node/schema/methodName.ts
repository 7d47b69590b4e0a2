import { display } from '../../base/hex/display.js'
import { nearest } from '../../base/hex/nearest.js'
import { nonEmptyText, type Validator } from '../../base/validation/values.js'
import { findMethod, servedMethods } from '../../rpc/methods/methods.js'
import { subscriptionNames } from '../../rpc/subscriptions/subscriptionTypes.js'

// A handler may answer any method, so that only what is all but a served one
// is taken for a slip.
const mostEdits = 2

/** The method of what a subscription sends, which nobody asks. */
const notification = 'eth_subscription'

/** The name of a method, unless one that is served was plainly meant. */
export const methodName = nameUnless(meantMethod)

/** The same of a WebSocket's message: of an answer, or a notification. */
export const messageName = nameUnless((given) =>
  given === notification
    ? undefined
    : subscriptionNames.includes(given) ||
        nearest(given, [notification], mostEdits)
      ? notification
      : meantMethod(given),
)

/** The served method that was plainly meant by the name of another. */
export function meantMethod(given: string): string | undefined {
  if (findMethod(given) !== undefined) return undefined
  if (given === notification || subscriptionNames.includes(given))
    return 'eth_subscribe'
  const whole = `eth_${given}`
  if (!given.includes('_') && findMethod(whole) !== undefined) return whole
  const meant = nearest(given, servedMethods, mostEdits)
  // Such as eth_callV2, which is a name of its own.
  return meant !== undefined && given.startsWith(meant) ? undefined : meant
}

function nameUnless(
  meantBy: (given: string) => string | undefined,
): Validator<string> {
  return {
    ...nonEmptyText,
    check(given) {
      const checked = nonEmptyText.check(given)
      const meant = checked.ok ? meantBy(checked.value) : undefined
      return meant === undefined
        ? checked
        : {
            ok: false,
            given: display(given),
            expected: 'the name of a method as clients send it',
            advice: `Write "${meant}".`,
          }
    },
  }
}
