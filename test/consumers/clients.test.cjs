const kit = require('preseal/jest')
const { testClients } = require('./clientsApp.cjs')

testClients({ test, expect, kit })
