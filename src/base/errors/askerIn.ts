/** Of a frame: its file, and where in it. */
const frame = /\(?((?:file:\/\/)?[^\s()]+?):(\d+):\d+\)?$/

/** Of Node, Bun and Deno. */
const isOfRuntime = (file: string) => /^(node:|native$|ext:)/.test(file)

/** A test runner sends no requests. */
const runner = /node_modules\/(@?vitest|@?jest|vite)\b/

/** The name of a package, by the path of one of its files. */
const packageName = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/

/**
 * The asker to whom a stack leads: the line of the user's, and the outermost
 * file of a package, as a client that listens asks from a promise of its own.
 */
export function askerIn(stack: string | undefined): {
  readonly line: string | undefined
  readonly file: string | undefined
  /**
   * Its package, null for the test itself, and the three files next to the call;
   * undefined: preseal or a runner.
   */
  readonly caller:
    | { readonly package: string | null; readonly files: readonly string[] }
    | undefined
} {
  const frames = (stack ?? '').split('\n').flatMap((line) => {
    const [, file, at] = frame.exec(line.trim()) ?? []
    if (file === undefined) return []
    // Vite asks for a module with what it wants of it: app.cjs?import.
    const path = file.replace(/^file:\/\/|\?.*$/g, '')
    return [{ file: path.replaceAll('\\', '/'), at }]
  })
  const own = /^.*\/(?:src|dist)\//.exec(frames[0]?.file ?? '')?.[0]
  const others = frames.filter(
    ({ file }) =>
      !isOfRuntime(file) &&
      !runner.test(file) &&
      (own === undefined || !file.startsWith(own)),
  )
  const isMine = ({ file }: { file: string }) =>
    !file.includes('/node_modules/')
  const mine = others.find(isMine)
  // Before it come the two functions that keep the stack.
  const callers = frames
    .slice(2)
    .flatMap(({ file }) => (isOfRuntime(file) ? [] : [file]))
  const near = others.find(({ file }) => file === callers[0])
  return {
    line: mine && `${mine.file}:${mine.at}`,
    file: others.at(-1)?.file.replace(/^.*\/node_modules\//, ''),
    caller:
      near === undefined
        ? undefined
        : {
            package: packageName.exec(near.file)?.[1] ?? null,
            files: [...new Set(callers)].slice(0, 3),
          },
  }
}

/** The file of a test that was declared where an error was made. */
export function fileOfTest({ stack }: Error): string | undefined {
  return askerIn(stack).line?.replace(/:\d+$/, '')
}
