import { describe } from 'vitest'
import { conformance } from './conformance.js'
import { faults } from './faults.js'
import { webSocketDoor } from './socketDoor.js'

conformance(webSocketDoor)
describe('in-process WebSocket', () => faults(webSocketDoor))
