import { Session } from 'node:inspector/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('../../src/', import.meta.url))

/** What ran of src/. */
export type Walk = {
  /** Paths below src/, sorted. */
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** How often the node was brought up to now. */
  readonly settled: number
  readonly dispatched: number
}

/** Counts the calls that V8 sees while `walk` runs. */
export async function walkOf(walk: () => unknown): Promise<Walk> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', {
    callCount: true,
    detailed: false,
  })
  // What ran so far is counted apart.
  await session.post('Profiler.takePreciseCoverage')
  await walk()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()

  const calls = result
    .filter(({ url }) => url.startsWith('file:'))
    .flatMap(({ url, functions }) => {
      const file = relative(src, fileURLToPath(url.replace(/\?.*/, '')))
      return functions
        .filter(({ functionName }) => functionName !== '__name')
        .map(({ functionName, ranges: [range] }) => ({
          file,
          name: functionName,
          // The file itself, whose run is its import.
          isFile: functionName === '' && range?.startOffset === 0,
          count: range?.count ?? 0,
        }))
    })
    .filter(({ file, isFile, count }) => {
      return !file.startsWith('..') && !isFile && count > 0
    })
  const countOf = (file: string, name: string) =>
    calls.find((call) => call.file === file && call.name === name)?.count ?? 0
  const files = [...new Set(calls.map(({ file }) => file))].sort()
  return {
    files,
    folders: [...new Set(files.map(dirname))].sort(),
    settled: countOf('node/runtime/createRuntime.ts', 'settle'),
    dispatched: countOf('doors/dispatch/createDispatcher.ts', 'dispatch'),
  }
}
