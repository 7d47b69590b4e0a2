import { PresealError } from '../base/errors/errors.js'

const port =
  "Write const { url } = await serve(node), with serve from 'preseal/server'."

/** Names that users look for on a node, and the right ones. */
const elsewhere = {
  request:
    'Pass node.provider to a client, such as with custom(node.provider).',
  listen: port,
  url: port,
  mine: 'Call node.seal(), or node.nextBlock() to advance time too.',
}

/** Makes a node throw with advice, where `undefined` would fail later. */
export function sayElsewhere<node extends object>(node: node): node {
  for (const [name, advice] of Object.entries(elsewhere))
    Object.defineProperty(node, name, {
      get() {
        throw new PresealError(
          'MisuseError',
          `A node has no "${name}". ${advice}`,
          { reason: 'member' },
        )
      },
    })
  return node
}
