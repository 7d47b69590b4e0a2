import type { Balances, Packed, Scene, SceneMove } from './scene.js'

/** The scene that was packed. */
export function unpack({
  transactions,
  people,
  amounts,
  blocks,
  balances,
  served,
  ...rest
}: Packed): Scene {
  const types = [
    'sent',
    'preconfirmed',
    'dropped',
    'sealed',
    'omitted',
  ] as const
  const details = (
    type: number,
    block: number,
    detail: number | string,
    place: number,
  ) =>
    [
      '',
      `block ${block} beat ${detail}${place < 0 ? '' : `, index ${place}`}`,
      `${detail}, block ${block}`,
      `block ${block}${place < 0 ? '' : `, index ${place}`}`,
      `block ${block}`,
    ][type] ?? ''
  const sums = (changes: Balances<number | string>['pending']) => {
    let sum = 0n
    let at = 0
    return changes.map(([after, change]) => {
      at += after
      sum = change === null ? 0n : sum + BigInt(change)
      return [at, change === null ? null : sum] as const
    })
  }
  const tags = () => {
    const pending: [number, number | null, readonly number[]][] = []
    const latest: [number, number | null, boolean][] = []
    const tell = (number: number | null, isCut: boolean) => {
      const isOpen = number !== null && number === pending.at(-1)?.[1]
      const last = latest.at(-1)
      if (isCut || last?.[1] !== number || last[2] !== isOpen)
        latest.push([at, number, isOpen])
    }
    let at = 0
    for (const [after, first, second, inside] of served) {
      at += after
      const open = pending[pending.length - 1]
      const sealed = latest[latest.length - 1]?.[1] ?? null
      const isReorg = rest.reorgs.some(([reorg]) => reorg === at)
      if (inside !== undefined) {
        pending.push([at, first ?? null, inside])
        tell(second ?? null, isReorg)
      } else if (first === undefined || first === null) {
        pending.push([at, (open?.[1] ?? 0) + 1, []])
        tell((sealed ?? 0) + 1, true)
      } else
        pending.push([at, open?.[1] ?? null, [...(open?.[2] ?? []), first]])
    }
    return { pending, latest }
  }
  let sealed = 0
  let latest = 0
  return {
    ...rest,
    blocks: blocks.map(([after, hash, inside, isReordered, number]) => {
      sealed += after
      latest = number ?? latest + 1
      const name = hash === '' ? '' : `0x${hash}`
      return [sealed, latest, name, inside, isReordered === 1] as const
    }),
    transactions: transactions.map(([name, from, to, amount, moves, call]) => {
      let at = 0
      return {
        name: typeof name === 'string' ? `"${name}"` : name[0],
        text:
          call === undefined
            ? `${people[from]} to ${people[to] ?? 'a creation'}, ${amounts[amount]}`
            : `${people[from]} calls ${call}${amounts[amount] === '0 wei' ? '' : `, ${amounts[amount]}`}`,
        moves: moves.map(
          ([
            after,
            type,
            block = 0,
            detail = '',
            known = 0,
            reverted,
            more,
          ]) => {
            at += after
            const isIn = type === 1 || type === 3
            const place = isIn ? known : -1
            const words = [details(type, block, detail, place), more]
              .filter((part) => part !== undefined)
              .join(', ')
            return {
              at,
              type: types[type] ?? 'sent',
              text:
                reverted === 1 && more?.startsWith('reverted') !== true
                  ? `${words}, reverted`
                  : words,
              place: place < 0 ? null : place,
              isReverted: reverted === 1,
            } satisfies SceneMove
          },
        ),
      }
    }),
    ...tags(),
    balances: balances.map(({ account, pending, latest }) => ({
      account,
      pending: sums(pending),
      latest: sums(latest),
    })),
  }
}
