import type { App, Film } from '../model/film.js'
import { isWrong, judge } from '../model/judge.js'
import type { Story } from '../model/story.js'
import { testText } from '../model/testText.js'
import { highlight } from './highlight.js'
import { by } from './page.js'
import { verdictOf } from './words.js'

/** Which app the copied test has. */
function chosenApp(): App {
  return by<HTMLInputElement>('[name=app]:checked').value as App
}

/** The test of a story; returns what becomes of it. */
export function showTest(story: Story, film: Film, yours: string): string {
  const app = chosenApp()
  const judgement = judge(film, app)
  // One test for all apps of the page, so that they differ by the app alone.
  const isLate = film.apps.some((one) => judge(film, one).late.length > 0)
  const text = testText(story, app, isLate, yours)
  by('#code code').replaceChildren(...highlight(text))
  const verdict = by('#verdict')
  verdict.classList.toggle('fails', isWrong(judgement))
  verdict.textContent = verdictOf(judgement)
  by('#lines').textContent = film.lines.join('\n')
  return verdict.textContent
}
