import type { Runtime } from '../../cell/runtime.js'
import type { StepFile } from './stepFile.js'

/** Does a step now, as its verb does. */
export function act(runtime: Runtime, file: StepFile, said: object): unknown {
  const { verb } = file
  runtime.execution.assertOver(`node.${verb?.name ?? 'apply'}`)
  const apply = () => runtime.apply(file, said)
  return verb?.call === undefined ? apply() : verb.call(runtime, said, apply)
}
