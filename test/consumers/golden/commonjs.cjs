const preseal = require('preseal')

async function main() {
  const { readTranscripts } = await import('./readTranscripts.mjs')
  const { replay } = await import('./replay.mjs')
  await replay(preseal, readTranscripts())
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
