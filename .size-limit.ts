import { command, entries } from './scripts/entries.js'

// As they are published, with all that they inline.
export default [...entries, command].map(({ bundle, bytes }) => ({
  name: `dist/${bundle}.js`,
  path: `dist/${bundle}.js`,
  limit: `${bytes} B`,
  brotli: false,
  gzip: false,
}))
