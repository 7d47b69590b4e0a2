import type { MockNode } from '../../../index.js'
import { formatTimeline, readTimeline } from '../../timeline/index.js'
import { writeStory } from './writeStory.js'

const mostLines = 100

/** The stories of a test's nodes, each below a heading that says which it is. */
export function formatStories(
  nodes: readonly MockNode[],
  title: string,
): string {
  return nodes
    .map((node, index) => {
      const timeline = readTimeline(node)
      const whole = formatTimeline(timeline, { most: Number.POSITIVE_INFINITY })
      const shown = formatTimeline(timeline, { most: mostLines })
      if (shown === '') return ''
      const place =
        nodes.length === 1 ? '' : `node ${index + 1} of ${nodes.length}, `
      const heading = `What happened on ${place}chain ${node.chain.id}:`
      const name = nodes.length === 1 ? title : `${title} ${index + 1}`
      const file =
        whole === shown
          ? undefined
          : writeStory(name, `${heading}\n\n${whole}\n`)
      const rest =
        file === undefined
          ? []
          : [`The whole story, ${whole.split('\n').length} lines: ${file}`]
      return [heading, shown, ...rest].join('\n\n')
    })
    .filter((text) => text !== '')
    .join('\n\n')
}
