import { wants } from '../navigation.js'
import { titleOf } from './links.js'
import { indexOfGuides, type StagedPage } from './stage.js'

/** The sidebars of the guide and of the reference, by what a reader wants. */
export function sidebar(pages: readonly StagedPage[]) {
  const link = (path: string) => {
    const page = pages.find((one) => one.path === path)
    if (page === undefined) throw new Error(`There is no page ${path}.`)
    return { text: titleOf(page.text), link: `/${path.replace(/md$/, 'html')}` }
  }
  const groupsOf = (part: 'guide' | 'reference') =>
    wants
      .filter((want) => want.part === part)
      .map(({ title, pages }) => ({
        text: title,
        items: pages.map(([page]) =>
          link(page === 'README.md' ? indexOfGuides : page),
        ),
      }))
  return { '/': groupsOf('guide'), '/reference/': groupsOf('reference') }
}
