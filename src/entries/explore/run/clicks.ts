import type { UserAct } from '../model/mishap.js'

type Element = {
  readonly isConnected: boolean
  readonly outerHTML: string
  readonly parentElement: Element | null
  readonly children: ArrayLike<Element>
  readonly form?: unknown
  closest(selectors: string): Element | null
  contains(other: Element): boolean
  querySelector(selectors: string): Element | null
  dispatchEvent(event: object): boolean
}

type PageEvent = {
  readonly type: string
  readonly target: unknown
  /** 0: no listener runs. */
  readonly eventPhase: number
  composedPath(): readonly unknown[]
}

type Listening = [
  type: string,
  listener: (event: PageEvent) => void,
  isCapturing: true,
]

type Document = {
  readonly documentElement: Element
  querySelectorAll(selectors: string): ArrayLike<Element>
  addEventListener(...listening: Listening): void
  removeEventListener(...listening: Listening): void
}

type Page = {
  readonly document?: Document
  readonly MouseEvent: new (type: string, init: object) => object
  getComputedStyle(element: Element): {
    readonly display: string
    readonly visibility: string
    readonly pointerEvents: string
  }
}

type ClickOf = NonNullable<Extract<UserAct, { type: 'again' }>['click']>

const page = globalThis as unknown as Page

/** Called at a click, before the page hears of it. */
export type OnClick = (
  nth: number,
  second: (isSending: boolean) => () => void,
) => void

/**
 * The clicks on the page, and the acts of the test's user that they are part of.
 *
 * @param sent - How much was sent so far.
 */
export function createClicks(sent: () => number) {
  const clicks: { readonly act: number | undefined; readonly sent: number }[] =
    []
  let acting: readonly { readonly act: number; readonly onClick: OnClick }[] =
    []
  let last: { readonly event: PageEvent; readonly element: Element } | undefined
  let stop: (() => void) | undefined

  function hear(event: PageEvent) {
    const element =
      event.type === 'click' ? clicked(event) : submittedBy(event, last)
    last = event.type === 'click' && element ? { event, element } : undefined
    if (element === undefined) return
    const { act, onClick } = acting.at(-1) ?? {}
    const nth = ofAct(act).length
    clicks.push({ act, sent: sent() })
    onClick?.(nth, (isSending) => secondClick(element, isSending))
  }

  function ofAct(act: number | undefined) {
    return clicks.filter((click) => click.act === act)
  }

  return {
    /** Acts, and says of each click which of the act it is. */
    during<result>(act: number, run: () => result, onClick: OnClick): result {
      stop ??= listen(hear)
      last = undefined
      const one = { act, onClick }
      acting = [...acting, one]
      const end = () => {
        acting = acting.filter((other) => other !== one)
      }
      try {
        const result = run()
        if (!isThenable(result)) {
          end()
          return result
        }
        // One that acts only once it is awaited is awaited once.
        const promise = Promise.resolve(result)
        promise.then(end, end)
        return promise as result
      } catch (error) {
        end()
        throw error
      }
    },
    /** The clicks of an act that sent something; if none did, the last one. */
    read(act: number): readonly ClickOf[] {
      const own = ofAct(act).map((click, nth) => {
        const next = clicks[clicks.indexOf(click) + 1]
        return { nth, isSending: (next?.sent ?? sent()) > click.sent }
      })
      const sending = own.filter(({ isSending }) => isSending)
      return sending.length > 0 ? sending : own.slice(-1)
    },
    end: () => stop?.(),
  }
}

function isThenable(given: unknown): given is PromiseLike<unknown> {
  return typeof (Object(given) as { then?: unknown }).then === 'function'
}

function listen(hear: (event: PageEvent) => void): () => void {
  const { document } = page
  document?.addEventListener('click', hear, true)
  document?.addEventListener('submit', hear, true)
  return () => {
    document?.removeEventListener('click', hear, true)
    document?.removeEventListener('submit', hear, true)
  }
}

/** Nobody clicks twice on what is filled in or ticked. */
const filledIn = 'input, select, option, textarea, label, [contenteditable]'

function clicked(event: PageEvent): Element | undefined {
  const [target = event.target] = event.composedPath()
  const element = target as Element
  if (typeof element.closest !== 'function') return undefined
  const button = element.closest(
    'button, a, summary, [role=button], input[type=submit], input[type=button], input[type=image]',
  )
  if (button !== null) return button
  return element.closest(filledIn) === null ? element : undefined
}

/** Whoever presses Enter in a form presses its button, unless a click did. */
function submittedBy(
  { target }: PageEvent,
  last: { readonly event: PageEvent; readonly element: Element } | undefined,
): Element | undefined {
  const form = target as Element
  if (last !== undefined) {
    const { event, element } = last
    if (event.eventPhase > 0) return undefined
    if ((element.form ?? element.closest('form')) === form) return undefined
  }
  const button = form.querySelector(
    'button:not([type=button]):not([type=reset]), input[type=submit]',
  )
  return button ?? undefined
}

/**
 * The second click of a double click: on the same element, or on what is now at
 * its place and looks the same, as far as a user can click on it. A step further
 * or a menu that opens is no payment: what sends nothing has to look the same.
 */
function secondClick(first: Element, isSending: boolean): () => void {
  const { outerHTML } = first
  const place = placeOf(first)
  return () => {
    const element = first.isConnected ? first : elementAt(place)
    const isSame =
      (isSending && element === first) || element?.outerHTML === outerHTML
    if (element === undefined || !isSame || !isClickable(element)) return
    element.dispatchEvent(
      new page.MouseEvent('click', {
        bubbles: true,
        cancelable: true,
        composed: true,
        detail: 2,
      }),
    )
  }
}

/** From the top down, which child it is. */
function placeOf(element: Element): readonly number[] {
  const parent = element.parentElement
  if (parent === null) return []
  return [...placeOf(parent), Array.from(parent.children).indexOf(element)]
}

function elementAt(place: readonly number[]): Element | undefined {
  return place.reduce<Element | undefined>(
    (parent, index) => parent?.children[index],
    page.document?.documentElement,
  )
}

/** Neither disabled, nor hidden, nor behind a dialog. */
function isClickable(element: Element): boolean {
  const above: Element[] = []
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    above.push(one)
  const dialogs = page.document?.querySelectorAll(
    'dialog[open], [aria-modal=true]',
  )
  return (
    element.closest('[disabled], [inert], [hidden], [aria-hidden=true]') ===
      null &&
    Array.from(dialogs ?? []).every((dialog) => dialog.contains(element)) &&
    above.every((one) => {
      const { display, visibility, pointerEvents } = page.getComputedStyle(one)
      return (
        display !== 'none' &&
        visibility !== 'hidden' &&
        pointerEvents !== 'none'
      )
    })
  )
}
