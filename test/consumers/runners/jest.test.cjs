const kit = require('preseal/jest')
const { declare } = require('./app.cjs')

declare({ test, kit })
