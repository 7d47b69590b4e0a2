import { describe } from 'vitest'
import { conformance, properties } from './conformance.js'
import { faults } from './faults.js'
import { fetchDoor } from './fetchDoor.js'
import { controlDoor } from './providerDoor.js'
import { webSocketDoor } from './socketDoor.js'

// The quick run tries by them what a door itself has to do with.
for (const door of [fetchDoor, webSocketDoor]) conformance(door)

// The quick run tries them by the provider and by sockets.
describe('fetch', () => faults(fetchDoor))

// The quick run tries these by the provider. A server answers by a node's fetch.
for (const door of [fetchDoor, controlDoor]) properties(door)
