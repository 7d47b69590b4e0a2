const assert = require('node:assert/strict')
const { isPresealError } = require('preseal')
const { checkStream } = require('preseal/stream')

// The error is of another bundle than the function that knows it.
assert.throws(
  () => checkStream('{"payload_id":"0x03"'),
  (error) => isPresealError(error) && error.name === 'InvalidCaptureError',
)
