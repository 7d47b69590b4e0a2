/** Of a frame: its file, and where in it. */
const frame = /\(?((?:file:\/\/)?[^\s()]+?):(\d+):\d+\)?$/

/** What runs tests asks for nothing. */
const runner = /node_modules\/(@?vitest|@?jest|vite)\b/

/**
 * The line of the user's that a stack leads to, or else the outermost file of
 * a package: a client that listens asks from a promise of its own.
 */
export function askerIn(stack: string | undefined): string | undefined {
  const frames = (stack ?? '').split('\n').flatMap((line) => {
    const [, file, at] = frame.exec(line.trim()) ?? []
    if (file === undefined) return []
    return [{ file: file.replace('file://', '').replaceAll('\\', '/'), at }]
  })
  const own = /^.*\/(?:src|dist)\//.exec(frames[0]?.file ?? '')?.[0]
  const others = frames.filter(
    ({ file }) =>
      !file.startsWith('node:') &&
      !runner.test(file) &&
      (own === undefined || !file.startsWith(own)),
  )
  const mine = others.find(({ file }) => !file.includes('/node_modules/'))
  if (mine !== undefined) return `${mine.file}:${mine.at}`
  return others.at(-1)?.file.replace(/^.*\/node_modules\//, '')
}
