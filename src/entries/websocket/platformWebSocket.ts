type Class = new (url: string, protocols?: string | string[]) => object

type Modules = {
  createRequire(path: string): (name: string) => { WebSocket?: Class }
}

type Runtime = {
  cwd?(): string
  getBuiltinModule?(name: 'node:module'): Modules | undefined
}

/**
 * Takes the sockets from before; on Node 20, which has none, `ws` if it is
 * installed, as clients take it there.
 */
export function platformWebSocket(): () => Class | undefined {
  const { WebSocket } = globalThis as { WebSocket?: Class }
  return () => WebSocket ?? installed()
}

function installed(): Class | undefined {
  const { process } = globalThis as { process?: Runtime }
  try {
    const modules = process?.getBuiltinModule?.('node:module')
    return modules?.createRequire(`${process?.cwd?.()}/`)('ws').WebSocket
  } catch {
    return undefined
  }
}
