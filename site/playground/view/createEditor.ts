import { formatScenario } from 'preseal'
import { type Mistake, ownStory } from '../model/ownStory.js'
import type { Story } from '../model/story.js'
import { button, by } from './by.js'

/** Where a visitor writes a scenario, and sees what is wrong with it. */
export function createEditor(
  play: (story: Story) => void,
  current: () => Story,
) {
  const editor = by('#editor')
  const text = by<HTMLTextAreaElement>('#json')
  const edit = by<HTMLButtonElement>('#edit')

  const read = (): Story | null => {
    const story = ownStory(text.value)
    const mistakes = 'id' in story ? [] : story
    text.setAttribute('aria-invalid', String(mistakes.length > 0))
    showMistakes(mistakes, text)
    return 'id' in story ? story : null
  }
  const run = () => {
    const story = read()
    if (story !== null) play(story)
  }
  const show = (isOpen: boolean) => {
    editor.hidden = !isOpen
    edit.setAttribute('aria-expanded', String(isOpen))
    edit.textContent = isOpen ? 'Close the editor' : 'Edit as JSON'
  }

  edit.addEventListener('click', () => {
    show(editor.hidden)
    if (editor.hidden) return
    text.value = formatScenario(current().options())
    read()
    text.focus()
    text.setSelectionRange(0, 0)
  })
  text.addEventListener('input', read)
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run()
  })
  by('#run').addEventListener('click', run)
  return { close: () => show(false) }
}

function showMistakes(mistakes: readonly Mistake[], text: HTMLTextAreaElement) {
  const list = document.createElement('ul')
  for (const { line, column, text: words } of mistakes.slice(0, 6)) {
    const go = button('', () => {
      const lines = text.value.split('\n').slice(0, line - 1)
      const place = lines.join('\n').length + (line > 1 ? 1 : 0) + column - 1
      text.focus()
      text.setSelectionRange(place, place + 1)
    })
    const where = document.createElement('b')
    where.textContent = `Line ${line}, column ${column}`
    go.append(where, words)
    const item = document.createElement('li')
    item.append(go)
    list.append(item)
  }
  by('#mistakes').replaceChildren(...(mistakes.length > 0 ? [list] : []))
}
