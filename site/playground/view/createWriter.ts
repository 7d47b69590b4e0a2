import { start } from '../readers/yours.js'
import { by, say } from './page.js'

/** Where a visitor writes an app; it is watched only after a click. */
export function createWriter(
  watch: (code: string | undefined) => Promise<void>,
) {
  const text = by<HTMLTextAreaElement>('#source')
  const write = by('#write')
  const open = (isOpen: boolean) => {
    by('#writer').hidden = !isOpen
    write.setAttribute('aria-expanded', String(isOpen))
    write.textContent = isOpen ? 'Close the code' : 'Try your own code'
  }
  const run = async (code: string | undefined) => {
    by('#fault').textContent = ''
    await watch(code).then(
      () => {
        by('#unwatch').hidden = code === undefined
      },
      (error: Error) => {
        by('#fault').textContent = error.message
      },
    )
  }
  text.value = start
  write.addEventListener('click', () => {
    open(by('#writer').hidden !== false)
    if (!by('#writer').hidden) text.focus()
  })
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      void run(text.value)
  })
  by('#watch').addEventListener('click', () => run(text.value))
  by('#unwatch').addEventListener('click', () => run(undefined))

  return {
    /** Code of somebody else, which waits for a click. */
    offer: (code: string) => {
      text.value = code
      open(true)
      say('This link brings code. Read it, then press Watch it.')
      by('#fault').textContent =
        'This link brought the code above. Read it, then press “Watch it”.'
    },
  }
}
