// What a request walks through: the files, folders and floors of src/ of which
// a function runs, how often the node is brought up to now, and how often an
// engine runs; and the folders of a room that import each other both ways.
//
//   npx tsx scripts/walks.ts [--files]
import { mutualImports } from './walks/mutualImports.js'
import { walkOf } from './walks/walkOf.js'
import { walks } from './walks/walks.js'

/** How many folders directly in src/ these files stand in. */
const floorsOf = (files: readonly string[]) =>
  new Set(files.map((file) => file.replace(/\/.*/, ''))).size

const isLong = process.argv.includes('--files')

for (const { name, begin } of walks) {
  const { walk, engine } = await begin()
  const { files, folders, settled, dispatched } = await walkOf(walk)
  console.log(
    `${name}: ${files.length} files, ${floorsOf(files)} floors, ${folders.length} folders, ${dispatched} requests, settle ${settled} times, engine ${engine()} times`,
  )
  if (isLong) for (const file of files) console.log(`  ${file}`)
}

const pairs = mutualImports()
console.log(`${pairs.length} pairs of folders import each other:`)
for (const { one, other, there, back } of pairs)
  console.log(`  ${one} ⇄ ${other}: ${there} and ${back} files`)
