import type { Frame } from '../model/film.js'
import { mishaps } from '../model/mishaps.js'
import type { Act } from '../model/story.js'
import { button, by } from './by.js'
import { say } from './say.js'
import { ms } from './words.js'

/** The buttons that cause a mishap, made once. */
export function createButtons(
  act: (act: Act) => void,
  here: () => Frame | undefined,
) {
  const pay = button('Pay 1 ETH', () => {
    const frame = here()
    if (frame !== undefined) act({ at: frame.at, type: 'pay' })
  })
  pay.className = 'pay'
  describe(pay, 'Alice pays Bob 1 ETH. It is pending a beat later.')
  const all = mishaps.map(({ name, text, at }) => {
    const made = button(name, () => {
      const frame = here()
      const step = frame === undefined ? '' : at(toHere(frame))
      if (typeof step === 'string') {
        by('#hint').textContent = step
        say(step)
      } else if (frame !== undefined)
        act({ at: frame.at, type: 'mishap', name, step })
    })
    describe(made, text)
    return made
  })
  by('#buttons').replaceChildren(pay, ...all)

  /** At a moment, with what cannot be done then. */
  return (frame: Frame | undefined) => {
    if (frame === undefined) return
    by('#moment').textContent = `At ${ms(frame.at)}, cause one of these:`
    mishaps.forEach(({ at }, index) => {
      const isOff = typeof at(toHere(frame)) === 'string'
      all[index]?.setAttribute('aria-disabled', String(isOff))
    })
  }
}

/** What has been caused, each to be taken back. */
export function showActs(
  acts: readonly Act[],
  remove: (index: number) => void,
) {
  by('#acts').replaceChildren(
    ...acts.map((act, index) => {
      const name = act.type === 'pay' ? 'Pay 1 ETH' : act.name
      const text = `${ms(act.at)} · ${name}`
      const made = button(text, () => remove(index))
      made.setAttribute('aria-label', `Undo ${name} at ${ms(act.at)}`)
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
  return { now: at, newest, latest: latest.number }
}
