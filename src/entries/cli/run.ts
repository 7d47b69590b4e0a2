import { isPresealError } from '../../base/errors/errors.js'
import { nearest } from '../../base/hex/nearest.js'
import { createMockNode } from '../../index.js'
import { forkCommand } from './forkCommand.js'
import type { Command, Host } from './host/command.js'
import { parseArguments, usageError } from './host/parseArguments.js'
import { recordCommand } from './recordCommand.js'
import { serveCommand } from './serveCommand.js'
import { showCommand } from './showCommand.js'

const commands: { readonly [name: string]: Command } = {
  serve: serveCommand,
  record: recordCommand,
  fork: forkCommand,
  show: showCommand,
}

const help = `A mock node for tests of dapps on chains with a live pending block.

Usage: preseal <command> [options]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`)
  .join('\n')}

Options:
  --help     prints this, or after a command its options
  --version  prints the version
`

const flags = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** Runs a command line, and gives the exit code of the process. */
export async function runCli(
  args: readonly string[],
  host: Host,
): Promise<0 | 1 | 2> {
  try {
    const [name] = args
    if (name === undefined || name.startsWith('-')) await runBare(args, host)
    else await commandOf(name).run(args.slice(1), host)
    return 0
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    host.stderr.write(`preseal: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
    return isUsage(error) ? 2 : 1
  }
}

/** A wrong value of an option is found by what the command runs. */
function isUsage(error: unknown): boolean {
  return isPresealError(error, 'CommandError')
    ? error.reason === 'usage'
    : isPresealError(error, 'InvalidParametersError')
}

async function runBare(args: readonly string[], { stdout }: Host) {
  const { values } = parseArguments(args, flags)
  if (values.version) stdout.write(`${await version()}\n`)
  else if (values.help) stdout.write(help)
  else throw usageError(`Give a command: ${listed}. ${advice}`)
}

function commandOf(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  const meant = nearest(name, Object.keys(commands))
  throw usageError(
    `Command "${name}" is unknown, expected ${meant ?? listed}. ${advice}`,
  )
}

const listed = Object.keys(commands).join(', ')
const advice = 'See "preseal --help".'

/** As the node itself says it. */
async function version(): Promise<string> {
  const node = createMockNode()
  const text = await node.provider.request({ method: 'web3_clientVersion' })
  return text.replace(/^.*\//, '')
}
