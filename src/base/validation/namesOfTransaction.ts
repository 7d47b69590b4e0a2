/** All that can name a transaction, in words. */
export const namesOfTransaction =
  'a transaction: its hash, its label, or { sent } for one that the application sent'
