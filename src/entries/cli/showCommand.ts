import { readFile } from 'node:fs/promises'
import { basename, parse } from 'node:path'
import { text } from 'node:stream/consumers'
import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { nearest } from '../../base/hex/nearest.js'
import {
  type Address,
  createMockNode,
  type MockNodeOptions,
  parseScenario,
} from '../../index.js'
import * as presets from '../presets/index.js'
import { fromStream } from '../stream/index.js'
import { formatTimeline } from '../timeline/index.js'
import { adviceOnFork } from './host/adviceOnFork.js'
import type { Command } from './host/command.js'
import { openOutput } from './host/openOutput.js'
import {
  parseArguments,
  parseDuration,
  readEach,
  usageError,
} from './host/parseArguments.js'
import { readFinding } from './readScenario.js'

const { sequence: _, ...stories } = presets
const byName = new Map<string, () => MockNodeOptions>(Object.entries(stories))

const help = `Draws a scenario, a stream or a preset as a page.

Usage: preseal show <scenario | stream | preset> [options]

A scenario is a JSON file as parseScenario reads it, or a file of __mishaps__
that an exploration wrote. A stream is a file of messages as fromStream reads
them. A preset is the name of a preset of preseal/presets. "-" stands for stdin.

Options:
  -o, --output <file>  the file to write; else stdout
  --as <kind>          html, svg or text; by default the extension of the file,
                       else html
  --account <address>  the account whose balance is drawn; by default the
                       recipient of the first transaction
  --width <px>         width of a picture, by default 960; 390 fits a phone
  --for <duration>     time to draw, such as 20s; by default the duration of the
                       scenario, or else until a block after its last step
  --help               prints this

Exit codes: 0 when it is drawn, 1 for a failure, 2 for a wrong command line.
`

const options = {
  output: { type: 'string', short: 'o' },
  as: { type: 'string' },
  for: { type: 'string' },
  account: { type: 'string' },
  width: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const showCommand: Command = {
  summary: 'draws a scenario, a stream or a preset as a page',
  async run(args, host) {
    const { values, positionals } = parseArguments(args, options)
    if (values.help) return void host.stdout.write(help)
    const file = values.output === '-' ? undefined : values.output
    const { name, as, duration, account, width } = readEach({
      name: () => parseName(positionals),
      as: () => parseKind(values.as, file),
      duration: () => parseLength(values.for),
      account: () => parseAccount(values.account),
      width: () => parseWidth(values.width),
    })
    const { story, found } = await readStory(name, host.stdin)
    const write = await openOutput(file, host.stdout)
    const node = createMockNode({ ...story, clock: 'virtual' })
    try {
      node.advance(duration ?? lengthOf(story))
    } catch (error) {
      // Steps about what the application sends, which is not there.
      if (found === undefined || !isPresealError(error)) throw error
    }
    const title = basename(name)
    const drawn = formatTimeline(node, {
      as,
      title,
      most: 10_000,
      failure: found,
      account,
      width,
    })
    await write(drawn.endsWith('\n') ? drawn : `${drawn}\n`)
  },
}

/** ms */
const longest = 24 * 3_600_000

function parseName([name, other]: readonly string[]): string {
  if (name === undefined)
    throw usageError(
      'Which story? Give a scenario, a stream or a preset. See "preseal show --help".',
    )
  if (other === undefined) return name
  throw usageError(
    `One story is shown, and "${other}" is a second one. Leave it out. See "preseal show --help".`,
  )
}

/** ms */
function parseLength(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const duration = parseDuration('--for', given, 0)
  if (duration <= longest) return duration
  throw usageError(
    `Option "--for" is ${given}, which no picture can show. Give 1440m at most.`,
  )
}

const kinds = ['html', 'svg', 'text'] as const
const aliases: { readonly [ending: string]: string } = {
  htm: 'html',
  txt: 'text',
}

function parseKind(
  given: string | undefined,
  file: string | undefined,
): (typeof kinds)[number] {
  const { name, ext } = parse(file ?? '')
  const wanted = given ?? (ext.slice(1) || 'html')
  const found = kinds.find((kind) => kind === (aliases[wanted] ?? wanted))
  if (found !== undefined) return found
  if (given === undefined)
    throw usageError(
      `Option "--output" is "${file}", but no ${ext} is drawn. Write "${name}.svg", or name the kind with --as html, svg or text.`,
    )
  throw usageError(`Option "--as" is "${given}", expected html, svg or text.`)
}

function parseAccount(given: string | undefined): Address | undefined {
  if (given === undefined || /^0x[0-9a-f]{40}$/i.test(given))
    return given as Address | undefined
  throw usageError(
    `Option "--account" is "${given}", expected an address of 20 bytes in hex.`,
  )
}

function parseWidth(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const width = /^\d+$/.test(given) ? Number(given) : 0
  if (width >= 300 && width <= 10_000) return width
  throw usageError(
    `Option "--width" is "${given}", expected a number of px from 300 to 10000.`,
  )
}

async function readStory(
  name: string,
  stdin: NodeJS.ReadableStream,
): Promise<{ story: MockNodeOptions; found?: string | undefined }> {
  const preset = byName.get(name)
  if (preset !== undefined) return { story: preset() }
  const content = await (name === '-'
    ? text(stdin)
    : readFile(name, 'utf8')
  ).catch((error: NodeJS.ErrnoException) => {
    const names = [...byName.keys()]
    const meant = nearest(name, names)
    throw new PresealError(
      'CommandError',
      `Cannot read ${name}: ${error.code ?? error.message}. ${
        meant === undefined
          ? `It is not a preset either; presets are ${names.join(', ')}.`
          : `Did you mean the preset ${meant}?`
      }`,
      { reason: 'file' },
    )
  })
  try {
    // Messages have it, and no scenario does.
    if (content.includes('"payload_id"')) return { story: fromStream(content) }
    const { scenario, found } = readFinding(content)
    return { story: parseScenario(scenario), found }
  } catch (error) {
    if (!isPresealError(error)) throw error
    const said = adviceOnFork(content) ?? error.message
    throw new PresealError('CommandError', `${name}: ${said}`, {
      reason: 'file',
      cause: error,
    })
  }
}

function lengthOf({
  duration,
  steps = [],
  blockTime = 2_000,
}: MockNodeOptions): number {
  const last = Math.max(0, ...steps.map(({ at }) => at))
  return duration ?? (Math.floor(last / blockTime) + 2) * blockTime
}
