import type { Act } from './story.js'

/** All of a page that a link carries. */
export type Saved = {
  /** The story's id; `own` with its JSON. */
  readonly story: string
  readonly acts: readonly Act[]
  /** The visitor's scenario. */
  readonly json?: string | undefined
  /** The visitor's app. */
  readonly code?: string | undefined
}

/** The part of an address behind `#`: a story's name, or all of it packed. */
export async function toHash(saved: Saved): Promise<string> {
  const { story, acts, json, code } = saved
  if (json === undefined && code === undefined && acts.length === 0)
    return `story=${story}`
  return `play=${await pack(JSON.stringify(saved, fromBigint))}`
}

/** What it holds; null if it holds nothing that can be read. */
export async function fromHash(hash: string): Promise<Saved | null> {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const story = fields.get('story')
  if (story !== null) return { story, acts: [] }
  const packed = fields.get('play')
  if (packed === null) return null
  try {
    const read = JSON.parse(await unpack(packed), toBigint) as Saved
    return typeof read.story === 'string' && Array.isArray(read.acts)
      ? read
      : null
  } catch {
    return null
  }
}

const fromBigint = (_: string, value: unknown) =>
  typeof value === 'bigint' ? { wei: String(value) } : value

const toBigint = (_: string, value: unknown) =>
  value !== null && typeof value === 'object' && 'wei' in value
    ? BigInt(String(value.wei))
    : value

async function pack(text: string): Promise<string> {
  const bytes = await through(
    new TextEncoder().encode(text),
    new CompressionStream('deflate-raw'),
  )
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
  const whole = await through(bytes, new DecompressionStream('deflate-raw'))
  return new TextDecoder().decode(whole)
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
): Promise<Uint8Array> {
  const body = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(body).arrayBuffer())
}
