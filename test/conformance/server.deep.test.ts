import { describe } from 'vitest'
import { conformance } from './conformance.js'
import { faults } from './faults.js'
import { serverDoor } from './serverDoor.js'

conformance(serverDoor)
describe('server', () => faults(serverDoor))
