import { describe } from 'vitest'
import { conformance } from './conformance.js'
import { faults } from './faults.js'
import { fetchDoor } from './fetchDoor.js'

conformance(fetchDoor)

describe('fetch', () => faults(fetchDoor))
