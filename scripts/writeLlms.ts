// Writes llms.txt from the pages, or with --check says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { llmsText } from './llms/llmsText.js'

const text = llmsText('.')
if (!process.argv.includes('--check')) writeFileSync('llms.txt', text)
else if (readFileSync('llms.txt', 'utf8') !== text) {
  console.error('llms.txt is not what the pages say: npm run llms writes it.')
  process.exitCode = 1
}
