import FakeTimers from '@sinonjs/fake-timers'
import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import {
  type Body,
  type Explored,
  explore,
  neverPaidTwice,
} from 'preseal/explore'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

const sleep = (ms: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, ms))

type Page = {
  /** Pays, and never throws. */
  pay(value?: string): Promise<unknown>
  /** Reads what takes a moment. */
  read(): Promise<unknown>
  button(): HTMLButtonElement
  say(text: string): void
}

/** A page, and what its user does there. */
async function twice(
  html: string,
  open: (page: Page) => void,
  act: (explored: Explored) => unknown,
  click = '0',
): Promise<readonly string[]> {
  const body: Body = async (explored) => {
    const { node, wallet, user } = explored
    wallet.connect()
    document.body.innerHTML = `<p>idle</p>${html}`
    open({
      pay: (value = '0x5') =>
        wallet.provider
          .request({
            method: 'eth_sendTransaction',
            params: [{ from: wallet.account, to: bob, value }],
          } as never)
          .catch(() => {}),
      read: () => node.provider.request({ method: 'eth_gasPrice' }),
      button: () => screen.getByRole('button', { name: 'Pay' }),
      say(text) {
        const line = document.querySelector('p')
        if (line !== null) line.textContent = text
      },
    })
    await user('Pay', () => act(explored))
  }
  const { findings } = await explore(body, {
    timers: FakeTimers,
    duration: 4_000,
    invariants: [neverPaidTwice()],
    only: `repeated/${click}/act(Pay)/1`,
  })
  return findings.map(({ invariant, text }) => `${invariant}: ${text}`)
}

const paidTwice = [expect.stringContaining('was included twice')]
const pay = '<button>Pay</button>'
const form = '<form><input aria-label="amount"><button>Pay</button></form>'
const press = () => screen.getByText('Pay').click()
/** Clicks, and awaits how it ends. */
const awaits = async () => {
  press()
  await screen.findByText('Paid', {}, { timeout: 3_000 })
}

const paysOnce = ({ pay, button, say }: Page) => {
  const once = button()
  once.onclick = async () => {
    once.disabled = true
    await pay()
    say('Paid')
  }
}
const paysUnguarded = ({ pay, button, say }: Page) => {
  button().onclick = () => void pay().then(() => say('Paid'))
}
const disablesLate = ({ pay, read, button, say }: Page) => {
  const late = button()
  late.onclick = async () => {
    await read()
    late.disabled = true
    await pay()
    say('Paid')
  }
}
const debounces = ({ pay, say }: Page) => {
  let timer: ReturnType<typeof setTimeout>
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => void pay().then(() => say('Paid')), 300)
  }
}

/** Tests of double clicks, on the page of whichever DOM there is. */
export function testClicks() {
  describe('a double click on a page', () => {
    test('came 350 ms after the first click, where the page debounces it', async () => {
      const open = (page: Page) => {
        page.button().onclick = debounces(page)
      }
      expect(await twice(pay, open, awaits)).toEqual([])
      expect(await twice(pay, open, press)).toEqual([])
    })

    test('was missed where the page acts 300 ms later', async () => {
      const open = ({ pay, button, say }: Page) => {
        const slow = button()
        slow.onclick = async () => {
          await sleep(300)
          slow.disabled = true
          await pay()
          say('Paid')
        }
      }
      expect(await twice(pay, open, awaits)).toEqual(paidTwice)
      expect(await twice(pay, open, press)).toEqual(paidTwice)
    })

    test.each([null, 0, 10])(
      'was missed, or came twice, where the user types with a delay of %s first',
      async (delay) => {
        const types = async () => {
          const user = userEvent.setup({ delay })
          await user.type(screen.getByLabelText('amount'), '12345')
          await user.click(screen.getByText('Pay'))
        }
        const html = `<input aria-label="amount">${pay}`
        expect(await twice(html, paysOnce, types)).toEqual([])
        expect(await twice(html, disablesLate, types)).toEqual(paidTwice)
      },
    )

    test('repeated a whole act, whose first click was another', async () => {
      let ticks = 0
      const open = (page: Page) => {
        ticks = 0
        screen.getByRole('checkbox').onchange = () => ticks++
        disablesLate(page)
      }
      const act = () => {
        screen.getByText('I agree').click()
        press()
      }
      const html = `<label><input type="checkbox">I agree</label>${pay}`
      expect(await twice(html, open, act)).toEqual(paidTwice)
      expect(ticks).toBe(1)
    })

    test('left out the second button of an act', async () => {
      const html = `<button>Approve</button>${pay}`
      const open = (page: Page) => {
        paysUnguarded(page)
        const approve = screen.getByText('Approve') as HTMLButtonElement
        approve.onclick = async () => {
          approve.disabled = true
          await page.pay('0x1')
          page.say('Approved')
        }
      }
      const act = async () => {
        screen.getByText('Approve').click()
        await screen.findByText('Approved')
        press()
      }
      expect(await twice(html, open, act)).toEqual([])
      expect(await twice(html, open, act, '0-click-2')).toEqual(paidTwice)
    })

    test('was lost with the element that the page has replaced', async () => {
      const open =
        (label: string) =>
        ({ pay, button, say }: Page) => {
          const render = (text: string) => {
            button().outerHTML = `<button>${text}</button>`
          }
          button().onclick = function onclick() {
            render(label)
            const next = screen.queryByText('Pay')
            if (next !== null) next.onclick = onclick
            void pay().then(() => say('Paid'))
          }
        }
      expect(await twice(pay, open('Pay'), press)).toEqual(paidTwice)
      expect(await twice(pay, open('Cancel'), press)).toEqual([])
    })

    test.each<[string, string, () => void]>([
      [
        'in a disabled fieldset',
        `<fieldset>${pay}</fieldset>`,
        () => {
          const fieldset = document.querySelector('fieldset')
          if (fieldset !== null) fieldset.disabled = true
        },
      ],
      [
        'hidden',
        pay,
        () => {
          screen.getByText('Pay').style.display = 'none'
        },
      ],
      [
        'in what takes no pointer',
        `<div>${pay}</div>`,
        () => {
          document
            .querySelector('div')
            ?.setAttribute('style', 'pointer-events: none')
        },
      ],
      [
        'behind a dialog',
        pay,
        () => {
          const dialog = document.createElement('div')
          dialog.setAttribute('aria-modal', 'true')
          document.body.append(dialog)
        },
      ],
      ['gone', pay, () => screen.getByText('Pay').remove()],
    ])('came through to a button that was %s', async (_, html, hide) => {
      const open = ({ pay, button }: Page) => {
        button().onclick = () => {
          hide()
          void pay()
        }
      }
      expect(await twice(html, open, press)).toEqual([])
    })

    test('was left out where an older request is answered meanwhile', async () => {
      const act = async ({ node, wait }: Explored) => {
        node.fault({ type: 'delay', ms: 30, methods: ['eth_gasPrice'] })
        void node.provider.request({ method: 'eth_gasPrice' })
        await wait(10)
        press()
      }
      expect(await twice(pay, paysUnguarded, act)).toEqual(paidTwice)
    })

    test('went on to the next step, or closed what it had opened', async () => {
      let payments = 0
      const steps =
        (change: (next: HTMLButtonElement) => void) => (page: Page) => {
          payments = 0
          const next = page.button()
          next.textContent = 'Next'
          next.onclick = () => {
            change(next)
            // The next step reads what it shows.
            void page.read()
            next.onclick = () => payments++
          }
        }
      const act = () => screen.getByText('Next').click()
      const label = (next: HTMLButtonElement) => {
        next.textContent = 'Pay'
      }
      const open = (next: HTMLButtonElement) => {
        next.setAttribute('aria-expanded', 'true')
      }
      for (const change of [label, open]) {
        expect(await twice(pay, steps(change), act)).toEqual([])
        expect(payments).toBe(0)
      }
      await twice(
        pay,
        steps(() => {}),
        act,
      )
      expect(payments).toBe(1)
    })

    test('was missed where the button says that it pays', async () => {
      const open = ({ pay, button, say }: Page) => {
        const busy = button()
        busy.onclick = () => {
          busy.textContent = 'Paying…'
          void pay().then(() => say('Paid'))
        }
      }
      expect(await twice(pay, open, press)).toEqual(paidTwice)
    })

    test('was none to a page that counts clicks', async () => {
      const open = ({ pay, button }: Page) => {
        button().onclick = ({ detail }) => {
          if (detail < 2) void pay()
        }
      }
      expect(await twice(pay, open, press)).toEqual([])
    })

    test('did not repeat what asks without a click', async () => {
      let paid: Page['pay']
      const open = ({ pay }: Page) => {
        paid = pay
      }
      expect(await twice(pay, open, () => void paid())).toEqual(paidTwice)
    })
  })

  describe('Enter in a form', () => {
    const enters = async () => {
      const user = userEvent.setup({ delay: null })
      await user.type(screen.getByLabelText('amount'), '5{Enter}')
    }
    const onSubmit = (submit: () => unknown) => {
      const form = document.querySelector('form') as HTMLFormElement
      form.onsubmit = (event) => {
        event.preventDefault()
        submit()
      }
    }

    test('was pressed again late, or although its button was disabled', async () => {
      const late = (page: Page) => onSubmit(debounces(page))
      const awaitsIt = async () => {
        await enters()
        await screen.findByText('Paid', {}, { timeout: 3_000 })
      }
      expect(await twice(form, late, awaitsIt)).toEqual([])
      const once = ({ pay, button }: Page) =>
        onSubmit(() => {
          button().disabled = true
          void pay()
        })
      expect(await twice(form, once, enters)).toEqual([])
    })

    test('was never pressed again', async () => {
      const open = ({ pay }: Page) => onSubmit(() => void pay())
      expect(await twice(form, open, enters)).toEqual(paidTwice)
      expect(await twice(form, open, press)).toEqual(paidTwice)
    })

    test('was taken for a click that submits the form itself', async () => {
      const html = `<button id="outer">Send</button>${form}`
      const open = ({ pay }: Page) => {
        onSubmit(() => void pay())
        const outer = document.querySelector('#outer') as HTMLButtonElement
        outer.onclick = () => {
          outer.disabled = true
          document.querySelector('form')?.requestSubmit()
        }
      }
      const act = () => screen.getByText('Send').click()
      expect(await twice(html, open, act)).toEqual([])
    })
  })
}
