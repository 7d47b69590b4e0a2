/**
 * All that can name a transaction, in words; apart from the checks of values,
 * so that matchers load none of them.
 */
export const namesOfTransaction =
  'a transaction: its hash, its label, or { sent } for one that the application sent'
