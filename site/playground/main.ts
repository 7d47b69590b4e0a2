import { falls } from './model/falls.js'
import { type Film, film as play } from './model/film.js'
import { groups } from './model/stories.js'
import type { Act, Story } from './model/story.js'
import { by } from './view/by.js'
import { copyText } from './view/copyText.js'
import { createEditor } from './view/createEditor.js'
import { frameAt } from './view/drawChart.js'
import { say } from './view/say.js'
import { createButtons, showActs } from './view/showActs.js'
import { fallSentence, sentence, showFrame } from './view/showFrame.js'
import { showTest } from './view/showTest.js'
import { nameInAddress, storyInAddress } from './view/storyInAddress.js'

/** ms that a poll of 200 ms takes on the screen. */
const pace = 320
/** ms that are left to see what an act leads to. */
const after = 3_000

const stories = groups.flatMap(({ stories }) => stories)
const isStill = matchMedia('(prefers-reduced-motion: reduce)')

let story = stories[0] as Story
let film: Film = { frames: [], lines: [] }
let index = 0
let timer: number | undefined

function show() {
  const frame = film.frames[index]
  showFrame(film, story.acts, index)
  showButtons(frame)
}

function go(to: number) {
  index = Math.max(0, Math.min(film.frames.length - 1, to))
  show()
}

function pause() {
  clearInterval(timer)
  timer = undefined
  const isOver = index === film.frames.length - 1
  by('#play').textContent = isOver ? 'Play again' : 'Play'
}

/**
 * A screen reader hears the first fall and the end: all frames together take
 * six seconds, and one takes longer than that to say.
 */
function start(isHeard: boolean) {
  if (index >= film.frames.length - 1) go(0)
  clearInterval(timer)
  by('#play').textContent = 'Pause'
  const since = film.frames[index]?.at ?? 0
  const fall = falls(film, 'naive').find(({ at }) => at > since)
  timer = window.setInterval(() => {
    go(index + 1)
    const frame = film.frames[index]
    const isOver = index >= film.frames.length - 1
    if (isOver) pause()
    if (!isHeard || frame === undefined) return
    if (isOver) say(`The end. ${sentence(film, index)}`)
    else if (frame === fall) say(fallSentence(film, index))
  }, pace)
}

/** Plays a story anew up to a moment, and goes on; throws what it throws. */
async function tell(next: Story, from: number, isHeard = true) {
  film = await play(next)
  story = next
  by('#about').textContent = story.text
  showActs(story.acts, undo)
  const verdict = showTest(story, film)
  if (isHeard) say(verdict)
  if (!isStill.matches) {
    go(from)
    start(isHeard)
    return
  }
  // Without motion, the first moment worth a look.
  const since = film.frames[from]?.at ?? 0
  const fall = falls(film, 'naive').find(({ at }) => at > since)
  go(fall === undefined ? from : film.frames.indexOf(fall))
  pause()
}

/** Plays what a click has changed, and says where it cannot be played. */
function change(acts: readonly Act[], until = story.until) {
  return tell({ ...story, acts, until }, index).catch((error: Error) => {
    by('#hint').textContent = `This cannot be played: ${error.message}`
    say(by('#hint').textContent)
  })
}

function cause(act: Act) {
  const acts = [...story.acts, act].sort((one, other) => one.at - other.at)
  void change(acts, Math.max(story.until, act.at + after))
}

async function undo(position: number) {
  await change(story.acts.filter((_, one) => one !== position))
  // The button that had the focus is gone.
  const list = by('#acts')
  const next = list.querySelector('button') ?? list
  next.focus()
}

/** Plays a story from the list, or the visitor's own. */
async function choose(next: Story) {
  await tell(next, 0)
  if (next.id === own.value) {
    written = next
    by('#story').append(own)
  }
  by<HTMLSelectElement>('#story').value = next.id
  nameInAddress(next.id === own.value ? null : next.id)
}

const showButtons = createButtons(cause, () => film.frames[index])
const own = new Option('Your own', 'own')
let written: Story | undefined
const editor = createEditor(
  (next) => choose({ ...next, acts: story.acts }),
  () => story,
)

by('#story').append(
  ...groups.map(({ title, stories }) => {
    const group = document.createElement('optgroup')
    group.label = title
    group.append(...stories.map(({ title, id }) => new Option(title, id)))
    return group
  }),
)
const storyOf = (id: string | null) =>
  id === own.value ? written : stories.find((one) => one.id === id)
by('#story').addEventListener('change', (event) => {
  const { value } = event.target as HTMLSelectElement
  editor.close()
  const chosen = storyOf(value)
  if (chosen !== undefined) void choose(chosen)
})
by('#play').addEventListener('click', () => {
  if (timer === undefined) start(true)
  else pause()
})
const stepTo = (to: number) => {
  go(to)
  pause()
}
const step = (frames: number) => {
  stepTo(index + frames)
  say(sentence(film, index))
}
by('#back').addEventListener('click', () => step(-1))
by('#on').addEventListener('click', () => step(1))
// The slider says its own value, and would say each that is played.
by('#seek').addEventListener('focus', pause)
by('#seek').addEventListener('input', (event) =>
  stepTo(Number((event.target as HTMLInputElement).value)),
)
by('#chart').addEventListener('click', (event) => {
  const { left, width } = by('#chart').getBoundingClientRect()
  stepTo(frameAt(film, width, event.clientX - left))
})
by('fieldset').addEventListener('change', () => say(showTest(story, film)))
by('#copy').addEventListener('click', async () => {
  const said = await copyText(by('#code'))
  by('#copy').textContent = said
  say(said)
  setTimeout(() => {
    by('#copy').textContent = 'Copy the test'
  }, 1_600)
})
addEventListener('resize', show)
addEventListener('hashchange', () => {
  const chosen = storyOf(storyInAddress())
  if (chosen !== undefined) void choose(chosen)
})

// The page itself is being read: nothing is said over it.
void tell(storyOf(storyInAddress()) ?? story, 0, false).then(() => {
  by<HTMLSelectElement>('#story').value = story.id
})
