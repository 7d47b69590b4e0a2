import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ts } from '../typescript.js'

const src = fileURLToPath(new URL('../../src/', import.meta.url))

/** Two folders, and how many files of each import from the other. */
type Pair = {
  readonly one: string
  readonly other: string
  readonly there: number
  readonly back: number
}

/**
 * The pairs of folders that import each other both ways, types included. The
 * files directly in src/ are a room each.
 */
export function mutualImports(): Pair[] {
  const importers = new Map<string, Set<string>>()
  const from = (one: string, other: string) =>
    importers.get(`${one} ${other}`) ?? new Set<string>()
  const folders = new Set<string>()
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue
    const file = path.replaceAll('\\', '/')
    const folder = posix.dirname(file)
    if (folder === '.') continue
    folders.add(folder)
    const text = readFileSync(src + path, 'utf8')
    for (const { fileName } of ts.preProcessFile(text, true, true)
      .importedFiles) {
      if (!fileName.startsWith('.')) continue
      const other = posix.dirname(posix.join(folder, fileName))
      importers.set(`${folder} ${other}`, from(folder, other).add(file))
    }
  }
  const sorted = [...folders].sort()
  return sorted
    .flatMap((one, at) =>
      sorted.slice(at + 1).map((other) => ({
        one,
        other,
        there: from(one, other).size,
        back: from(other, one).size,
      })),
    )
    .filter(({ there, back }) => there > 0 && back > 0)
}
