import { isPresealError } from '../../../src/base/errors/errors.js'

/** What a call throws, as name and message. */
export function thrown(act: () => void) {
  try {
    act()
  } catch (error) {
    if (!isPresealError(error)) throw error
    return `${error.name}: ${error.message}`
  }
  return 'nothing'
}
