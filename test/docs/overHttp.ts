import { createMockNode, type MockNode, type RequestFault } from 'preseal'

const fates = {
  http: {
    type: 'http',
    status: 418,
    body: 'a teapot',
    headers: { 'X-Pot': 'tea' },
  },
  rpc: { type: 'rpc', code: 3, message: 'reverted' },
  null: { type: 'null' },
  network: { type: 'network' },
  lostResponse: { type: 'lostResponse' },
  delay: { type: 'delay', ms: 500 },
  hold: { type: 'hold' },
  stale: { type: 'stale', beats: 10 },
  frozen: { type: 'frozen' },
  otherBlock: { type: 'otherBlock', to: 'earliest' },
  unknownBlockAsZero: { type: 'unknownBlockAsZero' },
  socket: { type: 'socket', messages: 'dropped' },
} satisfies { [type in RequestFault['type']]: RequestFault }

/** Those that act on requests, or on the sockets that carry them. */
export const requestFaults = Object.keys(fates)

const asked = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }
const unsealed = [`0x${'1'.repeat(40)}`, '0x9']
/** What these types act on. */
const askedOf: { [type in RequestFault['type']]?: object } = {
  otherBlock: {
    ...asked,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  },
  unknownBlockAsZero: { ...asked, method: 'eth_getBalance', params: unsealed },
}
const other = { jsonrpc: '2.0', id: 2, method: 'eth_chainId' }

/** What becomes of a request over HTTP, in the words of the guide's table. */
export async function overHttp(type: RequestFault['type']): Promise<string[]> {
  const request = { ...asked, ...askedOf[type] }
  const fault = { ...fates[type], methods: [request.method] }
  const alone = await endOf(fault, request)
  const batch = await endOf(fault, [request, other])
  return [wordsAlone(alone), wordsInBatch(batch)]
}

type End =
  | { waits: 'for a while' | 'for ever' }
  | { error: unknown }
  | { status: number; header: string | null; text: string }

/** How it ends, or how long it does not. */
async function endOf(fault: RequestFault, message: unknown): Promise<End> {
  const node = createMockNode({ faults: [fault] })
  node.nextBlock(2)
  let end: End | undefined
  void post(node, message).then((given) => {
    end = given
  })
  await settle()
  if (end !== undefined) return end
  node.advance(60_000)
  await settle()
  node.dispose()
  return { waits: end === undefined ? 'for ever' : 'for a while' }
}

async function post(node: MockNode, message: unknown): Promise<End> {
  try {
    const response = await node.fetch('http://node.test', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    })
    const { status, headers } = response
    return { status, header: headers.get('x-pot'), text: await response.text() }
  } catch (error) {
    return { error }
  }
}

/** The text of a Response is read by more than promises. */
async function settle() {
  for (let turn = 0; turn < 20; turn++)
    await new Promise((resolve) => setImmediate(resolve))
}

function wordsAlone(end: End): string {
  if ('waits' in end)
    return end.waits === 'for ever' ? 'no answer comes' : 'the answer is late'
  if ('error' in end)
    return end.error instanceof TypeError
      ? '`fetch` rejects with a `TypeError`'
      : '?'
  const { status, header, text } = end
  if (status === 418 && header === 'tea' && text === 'a teapot')
    return "the response has the fault's `status`, `body` and `headers`"
  const { result } = JSON.parse(text)
  const shown = result?.number ?? result
  if (shown === '0x2') return 'no effect'
  return shown === '0x0' || shown === '0x1'
    ? "the answer has old state, another block or `'0x0'`"
    : `the answer is the error or \`null\`, with HTTP ${status}`
}

function wordsInBatch(end: End): string {
  if ('waits' in end)
    return end.waits === 'for ever'
      ? 'no answer comes for the whole batch'
      : 'the whole batch is late'
  if ('error' in end) return '`fetch` rejects for the whole batch'
  const [one, two] = JSON.parse(end.text)
  if (two.result !== '0x7a69') return '?'
  if (one.result === '0x2') return 'no effect'
  return one.error?.message.includes('418')
    ? `that request's entry is an error; HTTP ${end.status}`
    : "only that request's entry is affected"
}
