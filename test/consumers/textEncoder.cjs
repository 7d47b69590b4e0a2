// jest's jsdom has none, and viem encodes as it is loaded.
const { TextDecoder, TextEncoder } = require('node:util')

Object.assign(globalThis, { TextDecoder, TextEncoder })
