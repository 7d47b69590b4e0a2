/*
 * An instance for prool, which starts one node for each test worker and hands
 * out their addresses: `defineInstance(preseal)` takes it as it is.
 */
import { createMockNode, type MockNodeOptions } from 'preseal'
import { type MockServer, serve } from 'preseal/server'
import { createPublicClient, createTestClient, http, parseEther } from 'viem'
import { afterEach, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'

/** The options are those of the node; each start makes a new one. */
function preseal(options: MockNodeOptions = {}) {
  let server: MockServer | undefined
  return {
    name: 'preseal',
    host: '127.0.0.1',
    port: 8545,
    async start({ port = 8545 }: { port?: number | undefined }) {
      const node = createMockNode({ clock: 'ambient', ...options })
      server = await serve(node, { port, control: true })
    },
    async stop() {
      await server?.close()
    },
  }
}

const instances = [preseal({ chainId: 1 }), preseal({ chainId: 2 })]

afterEach(() => Promise.all(instances.map(({ stop }) => stop())))

/** As prool picks one for each worker. */
async function freePort() {
  const { url, close } = await serve(createMockNode())
  await close()
  return Number(new URL(url).port)
}

test('each worker has a node of its own', async () => {
  const clients = await Promise.all(
    instances.map(async ({ start }) => {
      const port = await freePort()
      await start({ port })
      const transport = http(`http://127.0.0.1:${port}`)
      return {
        read: createPublicClient({ transport }),
        drive: createTestClient({ mode: 'anvil', transport }),
      }
    }),
  )
  await clients[0]?.drive.setBalance({ address: alice, value: parseEther('1') })
  const [one, two] = await Promise.all(
    clients.map(async ({ read }) => ({
      chainId: await read.getChainId(),
      balance: await read.getBalance({ address: alice }),
    })),
  )
  expect(one).toEqual({ chainId: 1, balance: parseEther('1') })
  expect(two).toEqual({ chainId: 2, balance: 0n })
})
