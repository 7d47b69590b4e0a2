/**
 * The environment of a process that is timed: without what would make each
 * process of Node load files of its own, which the programs do not ask for.
 */
export function plainEnv(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...env } = process.env
  return env
}
