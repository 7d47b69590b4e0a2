import { PresealError } from '../../base/errors/errors.js'

/** Why no server can listen there, by the system's error code. */
export function listenError(
  port: number,
  hostname: string,
  cause: NodeJS.ErrnoException,
): PresealError {
  const code = cause.code ?? cause.message
  return code === 'EADDRINUSE'
    ? new PresealError(
        'EnvironmentError',
        `Port ${port} of ${hostname} is taken. Stop what listens there, or take another port, or 0 for any free one.`,
        { reason: 'port' },
      )
    : new PresealError(
        'EnvironmentError',
        `Cannot listen on port ${port} of ${hostname}: ${code}. ${advice[code] ?? ''}`.trim(),
        { reason: 'port', cause },
      )
}

/** Why no socket can be at that path. */
export function ipcError(path: string, cause: NodeJS.ErrnoException) {
  const code = cause.code ?? cause.message
  return new PresealError(
    'EnvironmentError',
    code === 'EADDRINUSE'
      ? `The path ${path} is taken. Stop what listens there, or give another one.`
      : `Cannot listen at the path ${path}: ${code}.`,
    { reason: 'port', cause },
  )
}

const advice: { readonly [code: string]: string } = {
  EACCES: 'Take a port from 1024 on, or 0 for any free one.',
  EADDRNOTAVAIL: 'Give an address of this machine as "hostname".',
  EAI_AGAIN: 'The name did not resolve. Give an address as "hostname".',
  ENOTFOUND: 'The name did not resolve. Give an address as "hostname".',
}
