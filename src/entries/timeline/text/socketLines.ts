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
 * What became of sockets. What a subscription was sent is one line for as long
 * as all of it went out; answers are told as requests.
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
      told.push({ at, text: `${name} ${text(event)}` })
      continue
    }
    const key = `${socket} ${event.subscription}`
    if (event.became !== 'sent') {
      runs.delete(key)
      told.push({ at, text: `${name}: ${what(event)} ${event.became}` })
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
  return { at, text: last === at ? sent : `${sent}, until ${last} ms` }
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
