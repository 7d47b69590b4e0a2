import { amount, nameOf, short, valueText } from '../../../base/words/words.js'
import type { StoryEvent } from '../../../index.js'

type ToldStep = Extract<StoryEvent, { type: 'step' }>

/** The act of a step or a verb, in a line, its hex by `hexText`. */
export function stepText({ step, hash }: ToldStep, hexText = short): string {
  switch (step.type) {
    case 'preconfirm': {
      const name = hash === null ? '' : nameOf({ hash, label: step.label })
      const to = step.to ? hexText(step.to) : 'a creation'
      return `sent ${name}: ${hexText(step.from)} to ${to}, ${amount(step.value ?? 0n)}`
    }
    case 'fault':
      return `fault ${step.label === undefined ? '' : `"${step.label}" `}${valueText(step.fault, hexText)}`
    case 'importBlock':
      return 'importBlock'
    default: {
      const { type, ...fields } = step
      return Object.keys(fields).length === 0
        ? type
        : `${type} ${valueText(fields, hexText)}`
    }
  }
}
