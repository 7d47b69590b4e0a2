import { unreadable } from '../../base/codec/wire.js'
import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import {
  type Problem,
  toProblem,
  toSentences,
} from '../../base/validation/problem.js'
import { readJson } from '../../base/validation/read.js'
import { type Message, readMessage } from './message.js'

/** A message as an object, as its JSON, or as the bytes of a frame. */
type Frame = object | string | Uint8Array

/**
 * Messages in order of arrival, or a whole capture: JSON, or JSON lines, as
 * text or bytes.
 */
export type StreamMessages = Frame | readonly Frame[]

/** Decompresses bytes, such as `brotliDecompressSync` of `node:zlib`. */
export type Decompress = (bytes: Uint8Array) => Uint8Array

/**
 * Reads all messages, or none.
 *
 * @throws InvalidCaptureError naming the message and the field.
 */
export function readStream(
  given: StreamMessages,
  decompress: Decompress | undefined,
): readonly Message[] {
  try {
    const values = Array.isArray(given)
      ? given.map((frame, position) =>
          readFrame(frame, at(position), decompress),
        )
      : listOf(given, decompress)
    if (values.length > 0)
      return values.map((value, position) => readMessage(value, at(position)))
  } catch (error) {
    if (isPresealError(error, 'InvalidParametersError'))
      throw invalidStream(error.problems)
    throw error
  }
  throw invalidStream([
    { path: 'messages', given: 'empty', expected: 'at least one' },
  ])
}

function at(position: number): string {
  return `messages[${position}]`
}

/** The messages of a whole capture. */
function listOf(
  given: unknown,
  decompress: Decompress | undefined,
): readonly unknown[] {
  const path = 'messages'
  if (typeof given !== 'string' && !isBytes(given)) return [copy(given, at(0))]
  const text =
    typeof given === 'string' ? given : unpack(given, path, decompress)
  const whole = parseJson(text.replace(/^\ufeff/, ''))
  if (Array.isArray(whole)) return whole
  if (whole !== undefined) return [whole]
  if (text.trimStart().startsWith('['))
    throw unreadable(
      path,
      `text that is not JSON, of ${text.length} characters`,
      'an array of messages to its closing bracket',
    )
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, position) => parseText(line, at(position)))
}

function readFrame(
  frame: unknown,
  path: string,
  decompress: Decompress | undefined,
): unknown {
  if (typeof frame === 'string') return parseText(frame, path)
  return isBytes(frame)
    ? parseText(unpack(frame, path, decompress), path)
    : copy(frame, path)
}

function parseText(text: string, path: string): unknown {
  const value = parseJson(text)
  if (value !== undefined) return value
  throw unreadable(
    path,
    `${display(text)}, which is not JSON`,
    'a whole message on its line',
  )
}

/** Undefined, which is not JSON, if the text is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Nothing that brotli packs begins with a brace, so that text may be mixed in. */
function unpack(
  bytes: Uint8Array,
  path: string,
  decompress: Decompress | undefined,
): string {
  const isText = decompress === undefined || bytes[0] === brace
  try {
    const unpacked: unknown = isText ? bytes : decompress(bytes)
    if (isBytes(unpacked))
      return new TextDecoder('utf-8', { fatal: true }).decode(unpacked)
  } catch {
    // The position in the capture is not in either decoder's error.
  }
  throw unreadable(
    path,
    `${bytes.length} bytes that ${isText ? 'are not text' : '"decompress" makes no text of'}`,
    isText
      ? 'JSON, or option "decompress", such as brotliDecompressSync of node:zlib'
      : 'a whole frame, of which it returns the bytes, and no promise',
  )
}

const brace = 0x7b

/** From any realm: test runners have several. */
function isBytes(given: unknown): given is Uint8Array {
  return ArrayBuffer.isView(given)
}

/** Nothing of the user's is kept, or read again after it was checked. */
function copy(given: unknown, path: string): unknown {
  return readJson(given, (refusal) => {
    const inner = toProblem(refusal).path
    const whole = inner === '' || inner.startsWith('[') ? inner : `.${inner}`
    throw unreadable(`${path}${whole}`, refusal.given, refusal.expected)
  })
}

/** Thrown for an invalid stream, of which nothing is used. */
function invalidStream(problems: readonly Problem[]) {
  return new PresealError(
    'InvalidCaptureError',
    toSentences(problems, ({ path }) => path),
    { problems },
  )
}
