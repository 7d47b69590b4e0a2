import { count } from '../../../base/words/words.js'
import type { SocketEvent } from '../../../index.js'
import type { Line } from './line.js'

type Message = Extract<SocketEvent, { type: 'message' }>

type Run = {
  readonly at: number
  readonly of: Message
  many: number
  last: number
}

/**
 * Events of sockets. Messages of a subscription are one line as long as all of
 * them went out; answers appear as requests.
 */
export function socketLines(events: readonly SocketEvent[]): Line[] {
  const told: (Line | Run)[] = []
  const runs = new Map<string, Run>()
  for (const event of events) {
    const { at, socket } = event
    const name = `WebSocket ${socket}`
    if (event.type !== 'message') {
      for (const key of runs.keys())
        if (key.startsWith(`${socket} `)) runs.delete(key)
      const sockets = isByNode(event) ? 'ended' : 'told'
      told.push({ at, text: `${name} ${text(event)}`, sockets })
      continue
    }
    const key = `${socket} ${event.subscription}`
    if (event.became !== 'sent') {
      runs.delete(key)
      const text = `${name}: ${what(event)} ${event.became}`
      told.push({ at, text, sockets: 'told' })
      continue
    }
    if (event.subscription === null) continue
    const run = runs.get(key)
    if (run === undefined) {
      const begun = { at, of: event, many: 1, last: at }
      runs.set(key, begun)
      told.push(begun)
    } else {
      run.many++
      run.last = at
    }
  }
  return told.map((one) => ('text' in one ? one : runLine(one)))
}

function runLine({ at, of, many, last }: Run): Line {
  const sent = `WebSocket ${of.socket}: subscription ${of.subscription} sent ${count(many, 'message')}`
  const text = last === at ? sent : `${sent}, until ${last} ms`
  return { at, text, sockets: 'told' }
}

function isByNode(event: SocketEvent): boolean {
  return (
    event.type === 'silenced' ||
    (event.type === 'closed' && event.by === 'node')
  )
}

function what({ method, subscription }: Message): string {
  if (subscription !== null) return `a message of subscription ${subscription}`
  return `the answer to ${method ?? 'a batch'}`
}

function text(event: Exclude<SocketEvent, Message>): string {
  switch (event.type) {
    case 'opened':
    case 'refused':
      return event.type
    case 'silenced':
      return 'half-dead: nothing passes any more'
    case 'closed':
      return `closed by the ${event.by}, ${event.code}${event.reason && ` ${event.reason}`}`
  }
}
