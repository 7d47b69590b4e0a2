import { properties } from './conformance.js'
import { fetchDoor } from './fetchDoor.js'
import { controlDoor } from './providerDoor.js'
import { serverDoor } from './serverDoor.js'

// The quick run tries them by the provider.
for (const door of [fetchDoor, controlDoor, serverDoor]) properties(door)
