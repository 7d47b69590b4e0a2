import {
  requestText,
  sawText,
  short,
  valueText,
} from '../../../../base/words/words.js'
import { stepText } from '../../read/stepText.js'
import type { Timeline, TimelineRequest } from '../../read/timeline.js'
import type { Packed } from './scene.js'

type Note = Packed['notes'][number]

/** Steps, faults and requests, in the order of their instants. */
export function packNotes({
  events,
  faults,
  answeredRequests: requests,
}: Timeline): Note[] {
  const notes: Note[] = [
    ...events.flatMap((event): Note[] =>
      event.type === 'step' && event.step.type !== 'preconfirm'
        ? [
            [
              event.at,
              event.step.type === 'fault' ? 'fault' : 'step',
              stepText(event),
            ],
          ]
        : [],
    ),
    ...faults.flatMap(({ until, fault, label }): Note[] =>
      until === null
        ? []
        : [[until, 'fault', `fault ${label ?? fault.type} lifted`]],
    ),
    ...requests.map(
      (request): Note => [
        request.settledAt,
        request.failure === null ? 'request' : 'failed',
        requestNote(request),
      ],
    ),
  ]
  return notes.sort(([one], [other]) => one - other)
}

function requestNote(request: TimelineRequest): string {
  const { outcome, failure, saw, calls } = request
  const answer =
    outcome.type === 'result'
      ? valueText(outcome.value)
      : (failure ?? '').replace(/ The error's data .*$/s, '')
  const seen = saw === null ? '' : ` (saw ${sawText(saw)})`
  const within = calls.map(({ to, selector, isSuccess }) =>
    isSuccess === false
      ? `${selector} of ${short(to)} failed`
      : `${selector} of ${short(to)}`,
  )
  const inside = within.length === 0 ? '' : `; within: ${within.join(', ')}`
  return `${requestText(request)} → ${answer}${seen}${inside}`
}
