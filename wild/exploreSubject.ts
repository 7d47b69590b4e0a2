// Explores one version of one subject in a process of its own, and writes the
// outcome as JSON: in wild/, `tsx exploreSubject.ts subjects/viem/x.ts 2.57.1`.
// With the id or the name of a mishap it tries that one alone, and tells all; with a
// path after it, it draws the finding there ('' for the mishap tries them all).
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import FakeTimers from '@sinonjs/fake-timers'
import { explore, formatFinding } from 'preseal/explore'
import { formatTimeline } from 'preseal/timeline'
import type { Expected, Load, Outcome, Subject } from './subject.js'

const [file = '', version = '', only, picture] = process.argv.slice(2)
// Before anything is loaded: react-query looks once whether there is a window.
if (/\.page\.m?[jt]s$/.test(file)) {
  const { openPage } = await import('./page.js')
  await openPage()
}
// isows keeps the WebSocket that is there when it is loaded: each run has another.
const placeholder = class {}
globalThis.WebSocket = new Proxy(placeholder, {
  construct: (_, given: ConstructorParameters<typeof WebSocket>) =>
    new globalThis.WebSocket(...given),
}) as unknown as typeof WebSocket
const module = new URL(file, import.meta.url).href
const { subject } = (await import(module)) as { subject: Subject }

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}
const { software } = subject
const alias = `${software}-${version}`
const name = alias in dependencies ? alias : software
if (name === software && dependencies[name] !== version)
  throw new Error(
    `wild/package.json has ${software} ${dependencies[name]}, and no "${alias}".`,
  )

const load: Load = (path) =>
  import(
    path === software || path.startsWith(`${software}/`)
      ? name + path.slice(software.length)
      : path
  )

const { body, ...options } = await subject.explore(load)
// What the software imports only when it is used is loaded then.
await explore(body, { timers: FakeTimers, ...options, runs: 0 }).catch(() => {})
const exploration = await explore(body, {
  timers: FakeTimers,
  timeLimit: 600_000,
  ...options,
  ...(only ? { only } : {}),
})
if (exploration.endedEarlyBy === 'timeLimit')
  throw new Error('The exploration took more than ten minutes.')
const [finding] = exploration.findings
const [unjudged] = exploration.unjudged
const came: Expected =
  finding !== undefined
    ? (finding.mishaps[0]?.kind ?? 'plain')
    : unjudged === undefined
      ? 'holds'
      : 'unjudged'
const mishap = finding?.mishaps.map((one) => one.name).join(' and ') ?? ''
const outcome: Outcome = {
  // A function is no JSON.
  subject,
  expected: subject.versions[version] ?? 'holds',
  came,
  runs: exploration.tried,
  ms: exploration.ms,
  mishap,
  says:
    finding === undefined
      ? (unjudged?.text ?? '')
      : [mishap, finding.text].filter((part) => part !== '').join(': '),
}
if (only)
  console.log(finding === undefined ? exploration : formatFinding(finding))
if (picture !== undefined && finding !== undefined)
  writeFileSync(
    picture,
    formatTimeline(finding.timelines[0] as never, { as: 'svg' }),
  )
writeSync(1, `\n${JSON.stringify(outcome)}\n`)
// Sockets and timers of the software may be left.
process.exit()
