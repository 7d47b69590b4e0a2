import { formatScenario } from 'preseal'
import { type Mistake, ownStory } from '../model/ownStory.js'
import { optionsOf, type Story } from '../model/story.js'
import { button, by, say } from './page.js'

/** The most mistakes that are listed. */
const most = 6

/** ms without a key, after which a screen reader hears of the mistakes. */
const rest = 1_200

/** Where a visitor writes a scenario, and sees what is wrong with it. */
export function createEditor(
  play: (story: Story) => Promise<void>,
  current: () => Story,
) {
  const editor = by('#editor')
  const text = by<HTMLTextAreaElement>('#json')
  const edit = by<HTMLButtonElement>('#edit')
  let timer: number | undefined

  const show = (mistakes: readonly Mistake[]) => {
    clearTimeout(timer)
    text.setAttribute('aria-invalid', String(mistakes.length > 0))
    showMistakes(mistakes, text)
  }
  const read = (): Story | null => {
    const story = ownStory(text.value)
    show('id' in story ? [] : story)
    return 'id' in story ? story : null
  }
  const run = async () => {
    const story = read()
    if (story === null) {
      by('#mistakes').querySelector('button')?.focus()
      return
    }
    await play(story).catch((error: Error) => {
      const words = `This cannot be played: ${error.message}`
      list([words])
      say(words)
    })
  }
  const open = (isOpen: boolean) => {
    clearTimeout(timer)
    editor.hidden = !isOpen
    edit.setAttribute('aria-expanded', String(isOpen))
    edit.textContent = isOpen ? 'Close the editor' : 'Edit as JSON'
  }

  edit.addEventListener('click', () => {
    open(editor.hidden !== false)
    if (editor.hidden) return
    text.value = formatScenario(optionsOf(current()))
    read()
    text.focus()
    text.setSelectionRange(0, 0)
  })
  text.addEventListener('input', () => {
    read()
    timer = window.setTimeout(() => {
      const first = by('#mistakes').querySelector('button')
      say(first?.textContent ?? 'No mistakes')
    }, rest)
  })
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run()
  })
  by('#run').addEventListener('click', run)
  return { close: () => open(false) }
}

function showMistakes(mistakes: readonly Mistake[], text: HTMLTextAreaElement) {
  const items = mistakes.slice(0, most).map(({ line, column, text: words }) => {
    const go = button('', () => {
      const lines = text.value.split('\n').slice(0, line - 1)
      const place = lines.join('\n').length + (line > 1 ? 1 : 0) + column - 1
      text.focus()
      text.setSelectionRange(place, place + 1)
    })
    const where = document.createElement('b')
    where.textContent = `Line ${line}, column ${column}`
    go.append(where, ' ', words)
    return go
  })
  const more = mistakes.length - most
  list([...items, ...(more > 0 ? [`${more} more`] : [])])
}

function list(contents: readonly (string | Node)[]) {
  by('#mistakes').replaceChildren(
    ...contents.map((content) => {
      const item = document.createElement('li')
      item.append(content)
      return item
    }),
  )
}
