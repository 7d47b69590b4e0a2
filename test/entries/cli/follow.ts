type Ended = { code: number | null; stdout: string; stderr: string }

/** What a command prints, as it comes. */
export function follow(exit: Promise<number | null>) {
  const printed = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  const ended = exit.then((code): Ended => ({ code, ...printed }))
  return {
    ended,
    print(name: keyof typeof printed, text: string) {
      printed[name] += text
      for (const listener of listeners) listener()
    },
    /** The first of what `pattern` finds in the output, once it is there. */
    until(pattern: RegExp, name: keyof typeof printed = 'stdout') {
      return new Promise<string>((resolve, reject) => {
        const look = () => {
          const [found] = pattern.exec(printed[name]) ?? []
          if (found !== undefined) resolve(found)
        }
        listeners.add(look)
        look()
        void ended.then(({ stderr }) =>
          reject(new Error(`It ended: ${stderr}`)),
        )
      })
    },
  }
}
