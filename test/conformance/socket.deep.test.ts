import { describe } from 'vitest'
import { conformance } from './conformance.js'
import { faults } from './faults.js'
import { socketDoor } from './socketDoor.js'

conformance(socketDoor)
describe('WebSocket', () => faults(socketDoor))
