import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('transcripts/', import.meta.url)

export function readTranscripts() {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  if (files.length === 0) throw new Error('There is no transcript.')
  return Object.fromEntries(
    files.map((file) => [
      file,
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    ]),
  )
}
