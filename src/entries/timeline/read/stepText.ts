import { amount, nameOf, short, valueText } from '../../../base/words/words.js'
import type { StoryEvent } from '../../../index.js'

type ToldStep = Extract<StoryEvent, { type: 'step' }>

/** What a step or a verb did, in a line. */
export function stepText({ step, hash }: ToldStep): string {
  switch (step.type) {
    case 'preconfirm': {
      const name = hash === null ? '' : nameOf({ hash, label: step.label })
      const to = step.to ? short(step.to) : 'a creation'
      return `sent ${name}: ${short(step.from)} to ${to}, ${amount(step.value ?? 0n)}`
    }
    case 'fault':
      return `fault ${step.label === undefined ? '' : `"${step.label}" `}${valueText(step.fault)}`
    case 'importBlock':
      return 'importBlock'
    default: {
      const { type, ...fields } = step
      return Object.keys(fields).length === 0
        ? type
        : `${type} ${valueText(fields)}`
    }
  }
}
