export type { ServableWallet } from './createPageDoor.js'
export type { MockServer, ServableNode } from './serve.js'
export { serve } from './serve.js'
export type { ServeOptions } from './serveOptions.js'
