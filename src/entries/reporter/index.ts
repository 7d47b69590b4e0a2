export {
  presealReporter,
  // biome-ignore lint/style/noDefaultExport: vitest loads reporters by it
  presealReporter as default,
  type ReporterOptions,
} from './presealReporter.js'
