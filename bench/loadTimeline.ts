import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The entry of timelines of the package that is measured. */
export async function loadTimeline(
  folder: string,
): Promise<typeof import('preseal/timeline')> {
  const entry = join(folder, 'node_modules', 'preseal', 'dist', 'timeline.js')
  return import(pathToFileURL(entry).href)
}
