const kit = require('preseal/jest')
const { testClients } = require('./clientsApp.cjs')

const advance = (ms) => jest.advanceTimersByTimeAsync(ms)
testClients({ test, expect, kit, advance })
