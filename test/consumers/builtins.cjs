// The main entry and the recorder load no module of Node, the server some.
const assert = require('node:assert/strict')
const Module = require('node:module')

const loaded = []
const load = Module._load
Module._load = (request, ...rest) => {
  if (Module.builtinModules.includes(request.replace(/^node:/, '')))
    loaded.push(request)
  return load(request, ...rest)
}
require('preseal')
require('preseal/record')
assert.deepEqual(loaded, [])
require('preseal/server')
assert.ok(loaded.includes('node:http'))
