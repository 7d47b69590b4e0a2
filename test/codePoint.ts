import fc from 'fast-check'

/**
 * Any character that UTF-8 can carry, as a unit of `fc.string`. Its own unit
 * `'binary'` is the same, but makes a table of them all at each use.
 */
export const codePoint = fc
  .nat({ max: 0x10_f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))
