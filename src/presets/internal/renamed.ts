import type { Step } from '../../index.js'

/** The steps of a story with labels that none before it has. */
export function renamed(
  timeline: readonly Step[],
  name: (label: string) => string,
): Step[] {
  const names = new Map<string, string>()
  const of = (label: string) => names.get(label) ?? label
  const all = (labels: readonly string[] | undefined) => labels?.map(of)
  return timeline.map((step): Step => {
    switch (step.type) {
      case 'preconfirm':
      case 'fault':
        if (step.label === undefined) return step
        names.set(step.label, name(step.label))
        return { ...step, label: of(step.label) }
      case 'lift':
        return { ...step, label: of(step.label) }
      case 'drop':
        return 'label' in step ? { ...step, label: of(step.label) } : step
      case 'sealAs':
        return {
          ...step,
          ...(step.order && { order: all(step.order) }),
          ...(step.omit && { omit: all(step.omit) }),
          ...(step.amend && {
            amend: step.amend.map((amendment) => ({
              ...amendment,
              transaction: of(amendment.transaction),
            })),
          }),
        }
      case 'reorg':
        return step.omit ? { ...step, omit: all(step.omit) } : step
      default:
        return step
    }
  })
}
