import { PresealError } from '../base/errors/errors.js'

const port =
  "Write const { url } = await serve(node), with serve from 'preseal/server'."

/** Names that users look for on a node, and the right ones. */
const advice = {
  request:
    'Pass node.provider to a client, such as with custom(node.provider).',
  listen: port,
  url: port,
  mine: 'Call node.seal(), or node.nextBlock() to advance time too.',
}

/** Makes a node throw with advice, where `undefined` would fail later. */
export function guardUnknownMembers<node extends object>(node: node): node {
  for (const [name, text] of Object.entries(advice))
    Object.defineProperty(node, name, {
      get() {
        throw new PresealError(
          'MisuseError',
          `A node has no "${name}". ${text}`,
          { reason: 'member' },
        )
      },
    })
  return node
}
