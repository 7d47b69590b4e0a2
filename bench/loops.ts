/** What every contestant has; `viem` asks its transports in this way too. */
export type Request = (args: {
  method: string
  params: unknown[]
}) => Promise<unknown>

let cursor = 0

/** Asks for the balance of one account after the other. */
export async function askBalances(
  request: Request,
  addresses: readonly string[],
  block: string,
  count: number,
): Promise<number> {
  let consumed = 0
  for (let asked = 0; asked < count; asked++) {
    cursor = cursor + 1 < addresses.length ? cursor + 1 : 0
    const balance = await request({
      method: 'eth_getBalance',
      params: [addresses[cursor], block],
    })
    consumed += (balance as string).length
  }
  return consumed
}

/** Asks for the same slot of one account after the other. */
export async function askStorage(
  request: Request,
  addresses: readonly string[],
  slot: string,
  block: string,
  count: number,
): Promise<number> {
  let consumed = 0
  for (let asked = 0; asked < count; asked++) {
    cursor = cursor + 1 < addresses.length ? cursor + 1 : 0
    const word = await request({
      method: 'eth_getStorageAt',
      params: [addresses[cursor], slot, block],
    })
    consumed += (word as string).length
  }
  return consumed
}

/** Asks for the same block or the same receipts. */
export async function askLists(
  request: Request,
  method: string,
  params: readonly unknown[],
  count: number,
): Promise<number> {
  let consumed = 0
  for (let asked = 0; asked < count; asked++) {
    const answer = (await request({ method, params: [...params] })) as
      | unknown[]
      | { transactions: unknown[] }
    const list = Array.isArray(answer) ? answer : answer.transactions
    consumed += list.length
  }
  return consumed
}
