import { declareCopied, withMishaps } from './cases.js'

const everyPoll = Array.from({ length: 30 }, (_, poll) => (poll + 1) * 200)

declareCopied(await withMishaps(everyPoll))
