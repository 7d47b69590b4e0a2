/** All that is fake in a test: what tells time, and nothing that orders work. */
export const fakedTimers = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
] as const
