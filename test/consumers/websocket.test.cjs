const kit = require('preseal/jest')
const query = require('@tanstack/react-query')
const library = require('@testing-library/react')
const wagmi = require('wagmi')
const { testSockets } = require('./websocketApp.cjs')

testSockets({ test, expect, kit, library, wagmi, query })
