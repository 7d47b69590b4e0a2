import { PresealError } from '../errors.js'
import { display } from '../hex/display.js'
import { nearest } from '../hex/nearest.js'
import { isLoopback } from './loopback.js'

export type ServeOptions = {
  /** 0, the default, picks a free one. */
  port?: number | undefined
  /** A name or address of this machine; `'127.0.0.1'` by default. */
  hostname?: string | undefined
  /** Whether the verbs of `node.control` are answered; `false` by default. */
  control?: boolean | undefined
}

const names = ['port', 'hostname', 'control']

/** The options of `serve`, every default in place. */
export function parseServeOptions(given: unknown): {
  port: number
  hostname: string
  control: boolean
} {
  if (typeof given !== 'object' || given === null)
    throw new InvalidServeOptionsError(
      `serve: the options are ${display(given)}, expected an object.`,
    )
  for (const key of Object.keys(given)) if (!names.includes(key)) refuseKey(key)
  const {
    port = 0,
    hostname = '127.0.0.1',
    control = false,
  } = given as {
    [name in keyof ServeOptions]: unknown
  }
  if (!isPort(port)) refuse('port', port, 'a whole number from 0 to 65535')
  if (typeof hostname !== 'string' || hostname === '')
    refuse('hostname', hostname, 'a name or an address, such as "127.0.0.1"')
  if (typeof control !== 'boolean') refuse('control', control, 'true or false')
  if (control && !isLoopback(hostname)) throw new ControlExposedError(hostname)
  return { port, hostname, control }
}

function isPort(port: unknown): port is number {
  return Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535
}

function refuse(name: string, given: unknown, expected: string): never {
  throw new InvalidServeOptionsError(
    `serve: option "${name}" is ${display(given)}, expected ${expected}.`,
  )
}

function refuseKey(key: string): never {
  const meant = nearest(key, names)
  throw new InvalidServeOptionsError(
    `serve: option ${display(key)} is unknown, expected ${
      meant === undefined ? `one of ${names.join(', ')}` : display(meant)
    }.`,
  )
}

class InvalidServeOptionsError extends PresealError {
  override readonly name = 'InvalidServeOptionsError'
}

class ControlExposedError extends PresealError {
  override readonly name = 'ControlExposedError'

  constructor(hostname: string) {
    super(
      `serve: with "control" the node is driven by whoever reaches ${display(hostname)}. Serve on 127.0.0.1, localhost or ::1, or without "control".`,
    )
  }
}
