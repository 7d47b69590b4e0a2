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
const before = new Set(process.moduleLoadList)
require('preseal').createMockNode()
// Node loads modules at some of its globals, too: thirty at `performance`.
assert.deepEqual(
  process.moduleLoadList.filter(
    (one) => !before.has(one) && /stream|perf_hooks|worker/.test(one),
  ),
  [],
)
require('preseal/record')
require('preseal/fork')
require('preseal/stream')
assert.deepEqual(loaded, [])
require('preseal/server')
assert.ok(loaded.includes('node:http'))
