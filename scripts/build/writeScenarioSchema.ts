// Writes dist/scenario.schema.json, by which editors complete scenario files.
import { writeFileSync } from 'node:fs'
import { scenarioSchema } from '../scenarioSchema/scenarioSchema.js'

writeFileSync('dist/scenario.schema.json', JSON.stringify(scenarioSchema()))
