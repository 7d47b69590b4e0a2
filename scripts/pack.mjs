import { attempt } from './attempt.mjs'

/**
 * Builds the package and packs it into a folder. With `--built` it takes dist/ as
 * it is, which another command may be reading.
 */
export async function pack(folder) {
  return (
    (process.argv.includes('--built') ||
      (await attempt('build', 'npm run build', '.'))) &&
    attempt('pack', `npm pack --pack-destination "${folder}"`, '.')
  )
}
