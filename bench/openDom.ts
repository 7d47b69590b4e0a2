import { JSDOM } from 'jsdom'

type App = { readonly look: () => unknown; readonly close: () => void }

/** A page, as a test of React has it, and what shows an application on it. */
export async function openDom() {
  const { window } = new JSDOM('<!doctype html><body></body>', {
    url: 'http://localhost/',
  })
  const { document, MutationObserver, HTMLElement } = window
  Object.assign(globalThis, { window, document, MutationObserver, HTMLElement })
  // Node has one of its own since 21.
  globalThis.navigator ??= window.navigator
  // React looks for a page as it is loaded.
  const { createElement, useEffect, useState } = await import('react')
  const { cleanup, render, screen } = await import('@testing-library/react')
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

  function Shown({ app }: { app: App }) {
    const [text, setText] = useState('')
    useEffect(() => {
      const timer = setInterval(() => setText(`${app.look()}`), 250)
      return () => clearInterval(timer)
    }, [app])
    return createElement('p', { role: 'status' }, text)
  }

  return {
    open(app: App): App {
      render(createElement(Shown, { app }))
      return {
        look: () => screen.getByRole('status').textContent,
        close() {
          cleanup()
          app.close()
        },
      }
    },
    close: () => window.close(),
  }
}
