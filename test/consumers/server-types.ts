import { createMockNode } from 'preseal'
import { type MockServer, serve } from 'preseal/server'

const served: Promise<MockServer> = serve(createMockNode(), { control: true })
export const url: Promise<string> = served.then((server) => server.url)

// @ts-expect-error Types of the package are there, not `any`.
serve(createMockNode(), { port: '8545' })
