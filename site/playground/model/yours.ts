import type { CreateReader, Shown } from './film.js'

/** ms of real time in which a reader has to answer. */
const most = 1_000

/** The visitor's code, as an app. Throws what is wrong with it. */
export function readerOf(code: string): CreateReader {
  // It is what the visitor wrote into the page, and runs nowhere else.
  const create: unknown = new Function(
    `${code}\nreturn typeof createReader === 'function' ? createReader : null`,
  )()
  if (typeof create !== 'function')
    throw new Error('Your code has no function createReader.')
  return (client, address) => {
    const read: unknown = create(client, address)
    if (typeof read !== 'function')
      throw new Error('createReader returned no function.')
    return async () => shownBy(await inTime(read()))
  }
}

function shownBy(answer: unknown): Shown {
  if (typeof answer === 'bigint') return { balance: answer, coming: 0n }
  const { balance, coming = 0n } = (answer ?? {}) as {
    [name: string]: unknown
  }
  if (typeof balance !== 'bigint' || typeof coming !== 'bigint')
    throw new Error(
      'Your reader returned no { balance, coming } with bigints of wei.',
    )
  return { balance, coming }
}

async function inTime(answer: unknown): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((_, fail) => {
    timer = setTimeout(
      () => fail(new Error(`Your reader did not answer within ${most} ms.`)),
      most,
    )
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
