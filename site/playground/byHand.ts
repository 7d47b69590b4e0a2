import { type Film, film as play } from './model/film.js'
import { judge } from './model/judge.js'
import { fromHash, type Saved, toHash } from './model/link.js'
import { ownStory } from './model/ownStory.js'
import { groups } from './model/stories.js'
import { type Act, inTime, poll, type Story } from './model/story.js'
import { readerOf } from './model/yours.js'
import { copies, copyText } from './view/copyText.js'
import { createEditor } from './view/createEditor.js'
import { createWriter } from './view/createWriter.js'
import { frameAt } from './view/drawChart.js'
import { by, say } from './view/page.js'
import { createButtons, showActs } from './view/showActs.js'
import { fallSentence, sentence, showFrame } from './view/showFrame.js'
import { showTest } from './view/showTest.js'

/** ms that a poll of 200 ms takes on the screen. */
const pace = 320
/** ms that are left to see what a click leads to. */
const after = 3_000

const stories = groups.flatMap(({ stories }) => stories)
const isStill = matchMedia('(prefers-reduced-motion: reduce)')

let story = stories[0] as Story
/** The visitor's own scenario, once there is one. */
let written: Story | undefined
/** The code of the visitor's app that is watched. */
let code: string | undefined
let film: Film = { apps: [], frames: [], marks: [], lines: [] }
let index = 0
let timer: number | undefined

function show() {
  showFrame(film, story.acts, index)
  showButtons(film.frames[index])
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

/** The first moment after another at which the naive app goes wrong. */
function nextWrong(since: number): number {
  const { falls, late } = judge(film, 'naive')
  return film.frames.findIndex(
    (frame) =>
      frame.at > since && (falls.includes(frame) || late.includes(frame)),
  )
}

/**
 * A screen reader hears the first drop and the end: all frames together take
 * six seconds, and one takes longer than that to say.
 */
function start(isHeard: boolean) {
  if (index >= film.frames.length - 1) go(0)
  clearInterval(timer)
  by('#play').textContent = 'Pause'
  const since = film.frames[index]?.at ?? 0
  const fall = judge(film, 'naive').falls.find(({ at }) => at > since)
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

const saved = (): Saved => {
  const { id, acts, json } = story
  return { story: id, acts, json, code }
}

/** The address leads back here. No entry of the history: going back leaves. */
async function keepInAddress() {
  history.replaceState(null, '', `#${await toHash(saved())}`)
}

type Watched = { readonly story: Story; readonly code: string | undefined }

/** Plays a story anew up to a moment, and goes on; throws what it throws. */
async function watch(next: Watched, from: number, isHeard = true) {
  film = await play(
    next.story,
    next.code === undefined ? undefined : readerOf(next.code),
  )
  story = next.story
  code = next.code
  if (story.json !== undefined) {
    written = story
    by('#story').append(own)
  }
  by<HTMLSelectElement>('#story').value = story.id
  by('#about').textContent = story.text
  showActs(story.acts, undo)
  by('#pick-yours').hidden = code === undefined
  const verdict = showTest(story, film, code ?? '')
  if (isHeard) say(verdict)
  if (isStill.matches) {
    // Without motion, the first moment worth a look.
    const wrong = nextWrong(film.frames[from]?.at ?? 0)
    go(wrong === -1 ? from : wrong)
    pause()
  } else {
    go(from)
    start(isHeard)
  }
}

/** Plays what a visitor chose, and keeps it in the address. */
async function choose(next: Story, from = 0) {
  await watch({ story: next, code }, from)
  await keepInAddress()
}

/** Plays what a click has changed, and says where it cannot be played. */
function change(acts: readonly Act[], until = story.until) {
  return choose({ ...story, acts, until }, index).catch((error: Error) => {
    by('#hint').textContent = `This cannot be played: ${error.message}`
    say(by('#hint').textContent)
  })
}

function cause(act: Act) {
  const acts = inTime([...story.acts, act])
  void change(acts, untilAfter(story, acts))
}

async function undo(position: number) {
  await change(story.acts.filter((_, one) => one !== position))
  // The button that had the focus is gone.
  const list = by('#acts')
  const next = list.querySelector('button') ?? list
  next.focus()
}

/** What a link holds; code that came with it is shown, and not run. */
function storyOf({ story: id, acts, json }: Saved): Story | undefined {
  const base =
    json === undefined
      ? id === own.value
        ? written
        : stories.find((one) => one.id === id)
      : ownStory(json)
  if (base === undefined || !('id' in base)) return undefined
  if (acts.length === 0) return base
  return { ...base, acts, until: untilAfter(base, acts) }
}

/** ms, a whole number of polls: what the last click leads to is seen. */
function untilAfter({ until }: Story, acts: readonly Act[]): number {
  const last = Math.max(0, ...acts.map(({ at }) => at))
  return Math.max(until, Math.ceil(last / poll) * poll + after)
}

const showButtons = createButtons(
  cause,
  () => film.frames[index],
  () => story.acts,
)
const own = new Option('Your own', 'own')
const editor = createEditor(choose, () => story)
const writer = createWriter(async (next) => {
  await watch({ story, code: next }, 0)
  const app = next === undefined ? 'naive' : 'yours'
  by<HTMLInputElement>(`[name=app][value=${app}]`).checked = true
  say(showTest(story, film, code ?? ''))
  await keepInAddress()
})

by('#story').replaceChildren(
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
  const chosen = storyOf({ story: value, acts: [] })
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
by('#apps').addEventListener('change', () =>
  say(showTest(story, film, code ?? '')),
)

copies('#copy', () => copyText(by('#code')))
copies('#link', async () => {
  await keepInAddress()
  by('#address').textContent = location.href
  return copyText(by('#address'))
})
addEventListener('resize', show)

/**
 * Plays what the address holds, and else the first story. Whatever it opens
 * with, the page itself is being read: nothing is said over it.
 */
export async function open(isFirst: boolean) {
  const found = await fromHash(location.hash)
  const next = found === null ? undefined : storyOf(found)
  if (found?.code !== undefined) writer.offer(found.code)
  if (next === undefined && !isFirst) return show()
  await watch({ story: next ?? story, code: undefined }, 0, !isFirst).catch(
    (error: unknown) => {
      if (!isFirst) throw error
      return watch({ story: stories[0] as Story, code: undefined }, 0, false)
    },
  )
}
