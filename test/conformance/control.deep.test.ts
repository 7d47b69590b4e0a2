import { describe } from 'vitest'
import { conformance } from './conformance.js'
import { faults } from './faults.js'
import { controlDoor } from './providerDoor.js'

conformance(controlDoor)

describe('control', () => faults(controlDoor))
