import { falls } from './model/falls.js'
import { type Film, film as play } from './model/film.js'
import { groups } from './model/stories.js'
import type { Act, Story } from './model/story.js'
import { by } from './view/by.js'
import { createEditor } from './view/createEditor.js'
import { frameAt } from './view/drawChart.js'
import { createButtons, showActs } from './view/showActs.js'
import { sentence, showFrame } from './view/showFrame.js'
import { showTest } from './view/showTest.js'

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

/** Another moment; said aloud where somebody went there or money is lost. */
function go(to: number, isSaid = true) {
  index = Math.max(0, Math.min(film.frames.length - 1, to))
  show()
  const at = film.frames[index]?.at
  if (isSaid || falls(film, 'naive').some((fall) => fall.at === at))
    by('#said').textContent = sentence(film, index)
}

function pause() {
  clearInterval(timer)
  timer = undefined
  const isOver = index === film.frames.length - 1
  by('#play').textContent = isOver ? 'Play again' : 'Play'
}

function start() {
  if (index >= film.frames.length - 1) go(0, false)
  clearInterval(timer)
  by('#play').textContent = 'Pause'
  timer = window.setInterval(() => {
    go(index + 1, false)
    if (index >= film.frames.length - 1) pause()
  }, pace)
}

/** Plays a story anew up to a moment, and goes on from there. */
async function tell(next: Story, from: number) {
  try {
    film = await play(next)
  } catch (error) {
    by('#hint').textContent =
      `This cannot be played: ${(error as Error).message}`
    return
  }
  story = next
  by('#about').textContent = story.text
  showActs(story.acts, (position) =>
    tell(
      { ...story, acts: story.acts.filter((_, one) => one !== position) },
      index,
    ),
  )
  showTest(story, film)
  if (!isStill.matches) {
    go(from, false)
    start()
    return
  }
  // Without motion, the first moment worth a look.
  const since = film.frames[from]?.at ?? 0
  const fall = falls(film, 'naive').find(({ at }) => at > since)
  go(fall === undefined ? from : film.frames.indexOf(fall))
  pause()
}

function cause(act: Act) {
  const acts = [...story.acts, act].sort((one, other) => one.at - other.at)
  const until = Math.max(story.until, act.at + after)
  void tell({ ...story, acts, until }, index)
}

const showButtons = createButtons(cause, () => film.frames[index])
const editor = createEditor(
  (own) => void tell({ ...own, acts: story.acts }, 0),
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
by('#story').addEventListener('change', (event) => {
  const { value } = event.target as HTMLSelectElement
  editor.close()
  const chosen = stories.find(({ id }) => id === value)
  if (chosen !== undefined) void tell(chosen, 0)
})
by('#play').addEventListener('click', () => {
  if (timer === undefined) start()
  else pause()
})
const step = (by: number) => {
  pause()
  go(index + by)
  pause()
}
by('#back').addEventListener('click', () => step(-1))
by('#on').addEventListener('click', () => step(1))
by('#seek').addEventListener('input', (event) => {
  pause()
  // The slider says its own value.
  go(Number((event.target as HTMLInputElement).value), false)
  pause()
})
by('#chart').addEventListener('click', (event) => {
  const { left, width } = by('#chart').getBoundingClientRect()
  pause()
  go(frameAt(film, width, event.clientX - left))
  pause()
})
by('fieldset').addEventListener('change', () => showTest(story, film))
by('#copy').addEventListener('click', async () => {
  const said = await navigator.clipboard
    .writeText(by('#code').textContent ?? '')
    .then(
      () => 'Copied',
      () => 'Select it to copy',
    )
  by('#copy').textContent = said
  by('#said').textContent = said
  setTimeout(() => {
    by('#copy').textContent = 'Copy the test'
  }, 1_600)
})
addEventListener('resize', show)

void tell(story, 0)
