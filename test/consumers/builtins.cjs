// The main entry, the recorder and streams load no module of Node, the server
// some.
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
require('preseal/fork')
require('preseal/stream')
assert.deepEqual(loaded, [])
require('preseal/server')
assert.ok(loaded.includes('node:http'))
