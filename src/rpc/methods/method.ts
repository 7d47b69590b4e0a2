import type { MethodOf, Topic } from '../../methods/served.js'
import type { Answer } from '../outcome.js'
import type { Arguments } from '../params.js'
import type { MockResult } from '../schema.js'
import type { View } from '../view.js'

/** How the methods of a topic are answered, their parameters read already. */
export type MethodsOf<topic extends Topic> = {
  readonly [method in MethodOf<topic>]: (
    view: View,
    args: Arguments<method>,
  ) => Answer<MockResult<method>>
}
