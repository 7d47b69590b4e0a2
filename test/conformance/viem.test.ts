import { describe } from 'vitest'
import { viemDoors } from './viemDoor.js'
import { writes } from './writes.js'

for (const door of viemDoors) describe(door.name, () => writes(door))
