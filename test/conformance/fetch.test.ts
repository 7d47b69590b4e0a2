import { dressing } from './conformance.js'
import { fetchDoor } from './fetchDoor.js'

dressing(fetchDoor)
