// Writes the film of the README, wide and for a phone, by
// `npx tsx scripts/writeFilm.ts`. A test holds it to what
// the library draws.
import { writeFileSync } from 'node:fs'
import { drawFilm } from './film/drawFilm.js'

writeFileSync('docs/timeline.svg', drawFilm(960))
writeFileSync('docs/timeline-narrow.svg', drawFilm(390))
