// What jest's jsdom hides: viem encodes as it is loaded, and React renders by
// the other.
const { setImmediate } = require('node:timers')
const { TextDecoder, TextEncoder } = require('node:util')

Object.assign(globalThis, { setImmediate, TextDecoder, TextEncoder })
