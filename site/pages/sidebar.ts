import { wants } from '../navigation.js'
import { titleOf } from './links.js'
import { indexOfGuides, type StagedPage } from './stage.js'

/** The sidebar of all pages, by what a reader wants. */
export function sidebar(pages: readonly StagedPage[]) {
  const link = (path: string) => {
    const page = pages.find((one) => one.path === path)
    if (page === undefined) throw new Error(`There is no page ${path}.`)
    return { text: titleOf(page.text), link: `/${path.replace(/md$/, 'html')}` }
  }
  const groups = wants.map(({ title, pages }, index) => ({
    text: title,
    collapsed: index > 1,
    items: pages.map((page) =>
      link(page === 'README.md' ? indexOfGuides : page),
    ),
  }))
  return [
    { text: 'Playground', link: '/playground/', target: '_self' },
    ...groups,
  ]
}
