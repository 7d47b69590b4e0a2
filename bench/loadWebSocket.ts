import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The entry of sockets of the package that is measured. */
export async function loadWebSocket(
  folder: string,
): Promise<typeof import('preseal/websocket')> {
  const entry = join(folder, 'node_modules', 'preseal', 'dist', 'websocket.js')
  return import(pathToFileURL(entry).href)
}
