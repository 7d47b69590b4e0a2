import { spawn } from 'node:child_process'
import type { Request } from '../loops.js'
import type { Peer } from './peers.js'

/** A process of anvil, asked over HTTP on a connection that is kept alive. */
export async function startAnvil(peer: Peer, args: readonly string[] = []) {
  const child = spawn(peer.path, ['--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => void child.kill()
  const stop = () => {
    process.off('exit', kill)
    kill()
  }
  process.on('exit', kill)
  const port = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.once('error', reject)
    child.once('exit', () => reject(new Error('anvil ended before it began.')))
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const [, found] = /Listening on [\d.]+:(\d+)/.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  // It prints a line for each request, which nobody is to spend time on.
  child.stdout.removeAllListeners('data').resume()
  const url = `http://127.0.0.1:${port}`
  let id = 0
  const request: Request = async ({ method, params }) => {
    id++
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result?: unknown
      error?: { message: string }
    }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
  return { url, request, stop }
}
