import {
  type NextHeader,
  setHeader as setNext,
} from '../../../chain/intents/settings.js'
import { type Action, transition } from '../moment/moment.js'

/** Gives the open block another header, as test clients do. No step does. */
export const setHeader = {
  type: 'setHeader',
  apply(moment, said) {
    const { chain, effects } = setNext(moment.chain, said)
    return transition({ ...moment, chain }, effects)
  },
} as const satisfies Action<NextHeader>
