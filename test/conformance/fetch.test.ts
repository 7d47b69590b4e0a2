import { describe } from 'vitest'
import { badInput } from './badInput.js'
import { dressing } from './conformance.js'
import { fetchDoor } from './fetchDoor.js'

dressing(fetchDoor)

describe('fetch', () => {
  // What is wrong comes to all but the provider as JSON.
  badInput(fetchDoor)
})
