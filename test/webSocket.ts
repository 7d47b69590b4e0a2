import { placeWebSocket } from '../src/entries/kit/placeWebSocket.js'

// viem keeps the class that it finds as it opens its first socket, in a process
// that test files share.
placeWebSocket()

// viem imports it at its first socket, within the first of two runs that have to
// be alike.
await import('isows')
