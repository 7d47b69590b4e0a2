// biome-ignore lint/correctness/useImportExtensions: its first test
import viem from '../../README.md?payment'
import { callExplore, load } from './explored/callLibrary.js'
// biome-ignore lint/correctness/useImportExtensions: its text
import ethers from './explored/ethers.ts?payment'
import { paymentTest, type Runner } from './explored/paymentTest.js'
import type { Asked, Confirmations } from './explored/result.js'
import { showProgress, showResult } from './explored/showResult.js'
// biome-ignore lint/correctness/useImportExtensions: its text
import wagmi from './explored/wagmi.ts?payment'
import { copies, copyText } from './view/copyText.js'
import { highlight } from './view/highlight.js'
import { by, say } from './view/page.js'

const chosen = (name: string) =>
  by<HTMLInputElement>(`[name=${name}]:checked`).value
const waitsFor = () => Number(chosen('confirmations')) as Confirmations
const client = () => chosen('client') as Asked['client']

const texts = { viem, wagmi, ethers }

const packages: { readonly [client in Asked['client']]: string } = {
  viem: 'viem',
  wagmi: 'viem wagmi react @tanstack/react-query jsdom',
  ethers: 'ethers',
}

/** The test as it is run, with the part that the switch changes marked. */
function showTest() {
  const runner = chosen('runner') as Runner
  const text = paymentTest(texts[client()], waitsFor(), runner)
  const [before = '', after = ''] = text.split(/confirmations: \d/)
  const mark = document.createElement('mark')
  mark.append(...highlight(`confirmations: ${waitsFor()}`))
  by('#payment code').replaceChildren(
    ...highlight(before),
    mark,
    ...highlight(after),
  )
  by('#packages').textContent = `${packages[client()]} ${runner}`
}

let turn = 0
/** The page of the last failure that was found here. */
let failure: string | null = null

/** Runs the exploration here, and shows how far it is. */
async function run(isHeard = true) {
  const own = ++turn
  const isOwn = () => own === turn
  const panel = by('#explore')
  showTest()
  panel.classList.add('running')
  by('#ran').textContent = 'running in your browser…'
  try {
    const asked = { client: client(), confirmations: waitsFor() }
    const result = await callExplore(asked, (progress) => {
      if (isOwn()) showProgress(progress)
    })
    if (!isOwn()) return
    failure = result.page
    const sentence = showResult(result)
    if (isHeard) say(sentence)
    by('#ran').textContent =
      `in ${(result.ms / 1_000).toFixed(1)} s, in your browser`
  } catch (error) {
    if (isOwn()) by('#ran').textContent = (error as Error).message
  }
  if (isOwn()) panel.classList.remove('running')
}

async function choose() {
  const hash = waitsFor() === 1 ? '#explore' : '#confirmations=2'
  history.replaceState(null, '', hash)
  await run()
}

function switchTheme() {
  const { dataset } = document.documentElement
  const isDark =
    dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : dataset.theme === 'dark'
  dataset.theme = isDark ? 'light' : 'dark'
  try {
    // Where the pages keep it, too.
    localStorage.setItem('vitepress-theme-appearance', dataset.theme)
  } catch {
    // The browser keeps nothing for pages.
  }
}

/** Whether the part by hand has been opened. */
let isOpened = false

/** Shows the part of the page that the address names. */
async function open() {
  const { hash } = location
  const isByHand = /^#(by-hand$|story=|play=)/.test(hash)
  // A place within the part that is open.
  if (!isByHand && !/^(#explore|#confirmations=.*)?$/.test(hash)) return
  document.documentElement.dataset.part = isByHand ? 'by-hand' : 'explore'
  for (const link of document.querySelectorAll('.parts a')) {
    const isHere = (link.getAttribute('href') === '#by-hand') === isByHand
    if (isHere) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  if (isByHand) {
    const create = await load('library')
    const isFirst = !isOpened
    isOpened = true
    await create().openByHand(isFirst)
    by('#by-hand').classList.add('open')
  } else if (hash === '#confirmations=2' && waitsFor() === 1) {
    by<HTMLInputElement>('[name=confirmations][value="2"]').checked = true
    await run(false)
  }
}

by('#confirmations').addEventListener('change', () => void choose())
by('#mend').addEventListener('click', () => {
  const two = by<HTMLInputElement>('[name=confirmations][value="2"]')
  two.checked = true
  // This button goes.
  two.focus()
  void choose()
})
by('#step').addEventListener('click', async () => {
  // What is painted has none.
  if (failure === null) await run()
  if (failure === null) return
  by<HTMLIFrameElement>('#failure iframe').srcdoc = failure
  by<HTMLDialogElement>('#failure').showModal()
})
by('#again').addEventListener('click', () => void run())
by('#runners').addEventListener('change', showTest)
by('#clients').addEventListener('change', () => void run())
// What is likely to be asked for.
for (const part of ['.choice', '#outcome', '.parts'])
  for (const event of ['pointerenter', 'focusin'])
    by(part).addEventListener(
      event,
      () => void load('library').catch(() => {}),
      {
        once: true,
      },
    )
addEventListener('keydown', ({ key, ctrlKey, metaKey, target }) => {
  // As on the pages.
  const isTyping = /^(input|textarea|select)$/i.test(
    (target as Element).tagName,
  )
  const isWanted = key === 'k' ? ctrlKey || metaKey : key === '/' && !isTyping
  if (isWanted) by('.search').click()
})
copies('#copy-payment', () => copyText(by('#payment code')))
addEventListener('hashchange', () => void open())
for (const button of document.querySelectorAll('.theme'))
  button.addEventListener('click', switchTheme)

// It is painted when it is built. Nothing is said over a page that is being read.
const isPainted = by('#outcome .what').textContent !== ''
void (isPainted ? open() : run(false)).then(() => {
  document.documentElement.dataset.ready = ''
})
