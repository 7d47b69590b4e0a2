import { falls } from '../model/falls.js'
import type { Film } from '../model/film.js'
import type { Story } from '../model/story.js'
import { testText } from '../model/testText.js'
import { by } from './by.js'
import { highlight } from './highlight.js'
import { times } from './words.js'

/** Which app the copied test has. */
function chosenApp(): 'naive' | 'careful' {
  const { value } = by<HTMLInputElement>('[name=app]:checked')
  return value === 'careful' ? 'careful' : 'naive'
}

/** The test of a story; returns what becomes of it. */
export function showTest(story: Story, film: Film): string {
  const app = chosenApp()
  const fell = falls(film, app).length
  by('#code code').replaceChildren(...highlight(testText(story, app)))
  const verdict = by('#verdict')
  verdict.classList.toggle('fails', fell > 0)
  verdict.textContent =
    fell > 0
      ? `This test fails: the ${app} app takes money back ${times(fell)}.`
      : `This test passes: the ${app} app takes nothing back.`
  by('#lines').textContent = film.lines.join('\n')
  return verdict.textContent
}
