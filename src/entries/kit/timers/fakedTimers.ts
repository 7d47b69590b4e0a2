/**
 * The functions that a test fakes: those of time, and none that schedule work.
 */
export const fakedTimers = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
] as const
