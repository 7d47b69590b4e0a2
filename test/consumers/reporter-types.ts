import presealReporter, { type ReporterOptions } from 'preseal/reporter'

const options: ReporterOptions = { folder: 'pages' }
presealReporter(options).onInit()

// @ts-expect-error Types of the package are there, not `any`.
presealReporter({ folder: 7 })
