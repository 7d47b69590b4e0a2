import { runs } from '../runs.js'
import { fuzz } from './fuzz.js'

fuzz(runs(20))
