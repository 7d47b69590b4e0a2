import { draw } from './draw.js'
import { nothingWrong } from './findWrong.js'
import { toEntities } from './pen.js'
import { type Scene, summarize } from './scene.js'
import { pictureStyle } from './style.js'

/** A picture of the whole scene, for pages that show images. */
export function formatSvg(scene: Scene, width = 960): string {
  const { from, until, title, wrong } = scene
  const { height, body } = draw(scene, { from, until, width, at: null })
  const went =
    wrong === null
      ? nothingWrong(scene.failure)
      : `First thing that went wrong: ${wrong[0]} ms ${wrong[1]}`
  const text = `${title}: ${summarize(scene)} ${went}`
  const label = toEntities(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" class="preseal" role="img" aria-label="${label}"><style>${pictureStyle}
@media (prefers-color-scheme:dark){.preseal{--back:#11161d;background:#11161d}}</style>${body}</svg>
`
}
