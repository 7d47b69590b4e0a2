import { draw } from './drawing/draw.js'
import { parts } from './drawing/parts.js'
import type { Scene } from './scene/scene.js'
import { pictureStyle } from './style.js'

/** A picture of the whole scene, for pages that show images. */
export function formatSvg(scene: Scene, width = 960): string {
  const { from, until, title } = scene
  const { height, body } = draw(scene, { from, until, width, at: null }, parts)
  const label = title.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" class="preseal" role="img" aria-label="${label}"><style>${pictureStyle}
@media (prefers-color-scheme:dark){.preseal{--back:#11161d;background:#11161d}}</style>${body}</svg>
`
}
