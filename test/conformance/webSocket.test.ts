import { describe } from 'vitest'
import { dressing } from './conformance.js'
import { faults } from './faults.js'
import { webSocketDoor } from './socketDoor.js'

dressing(webSocketDoor)
describe('in-process WebSocket', () => faults(webSocketDoor))
