import type { Frame } from '../model/film.js'
import { mishaps, payment } from '../model/mishaps.js'
import { type Act, afterRead, poll } from '../model/story.js'
import { button, by, say } from './page.js'
import { ms } from './words.js'

/** The buttons that cause something, made once. */
export function createButtons(
  cause: (act: Act) => void,
  here: () => Frame | undefined,
  acts: () => readonly Act[],
) {
  const pay = button('Pay 1 ETH', () => {
    const frame = here()
    if (frame !== undefined) cause(payment(afterRead(frame.at), acts()))
  })
  pay.className = 'pay'
  describe(
    pay,
    'Alice pays Bob 1 ETH. The payment is pending at the next beat.',
  )
  const all = mishaps.map(({ name, text, step: stepAt }) => {
    const made = button(name, () => {
      const frame = here()
      if (frame === undefined) return
      const step = stepAt(toHere(frame))
      if (typeof step === 'string') {
        by('#hint').textContent = step
        say(step)
      } else cause({ at: afterRead(frame.at), name, step })
    })
    describe(made, text)
    return made
  })
  by('#buttons').replaceChildren(pay, ...all)

  /** At a moment, with what cannot be done then. */
  return (frame: Frame | undefined) => {
    if (frame === undefined) return
    const reasons = new Set<string>()
    mishaps.forEach(({ step, text }, index) => {
      const made = step(toHere(frame))
      const isOff = typeof made === 'string'
      if (isOff) reasons.add(made)
      all[index]?.setAttribute('aria-disabled', String(isOff))
      all[index]?.setAttribute('title', isOff ? made : text)
    })
    const why =
      reasons.size === 0
        ? ''
        : ` Dashed: ${[...reasons].join(' ').toLowerCase()}`
    by('#moment').textContent =
      `Between the reads at ${ms(frame.at)} and ${ms(frame.at + poll)}.${why}`
  }
}

/** What has been caused, each to be undone. */
export function showActs(
  acts: readonly Act[],
  remove: (index: number) => void,
) {
  by('#acts').replaceChildren(
    ...acts.map(({ at, name }, index) => {
      const made = button(`${ms(at)} · ${name}`, () => remove(index))
      // It begins with what is seen, for whoever says it to the browser.
      made.setAttribute('aria-label', `${ms(at)} · ${name} × (undo)`)
      const cross = document.createElement('span')
      cross.textContent = ' ×'
      made.append(cross)
      const item = document.createElement('li')
      item.append(made)
      return item
    }),
  )
}

function describe(made: HTMLButtonElement, text: string) {
  made.setAttribute('aria-description', text)
  for (const event of ['pointerenter', 'focus'])
    made.addEventListener(event, () => {
      by('#hint').textContent = text
    })
}

function toHere({ at, newest, latest }: Frame) {
  return { at: afterRead(at), newest, latest: latest.number }
}
