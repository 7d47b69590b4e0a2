const library = require('@testing-library/react')
const { userEvent } = require('@testing-library/user-event')
const kit = require('preseal/jest')
const { testKit } = require('./kitApp.cjs')

testKit({ test, expect, kit, library, userEvent })
