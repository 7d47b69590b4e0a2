/**
 * The message as text: a node reads the bytes of JSON alike, as geth does. A
 * Blob takes a while.
 */
export function readMessageText(data: unknown): string | Promise<string> {
  if (typeof data === 'string') return data
  if (ArrayBuffer.isView(data) || isBuffer(data))
    return new TextDecoder().decode(data)
  if (isBlob(data)) return data.text()
  return String(data)
}

/** Also one of another realm, such as that of jsdom. */
function isBuffer(data: unknown): data is ArrayBuffer {
  return Object.prototype.toString.call(data) === '[object ArrayBuffer]'
}

function isBlob(data: unknown): data is Blob {
  return (
    /^\[object (Blob|File)\]$/.test(Object.prototype.toString.call(data)) &&
    typeof (data as Blob).text === 'function'
  )
}
