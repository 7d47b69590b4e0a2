import { useData } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
// biome-ignore lint/correctness/useImportExtensions: its text
import hero from '../../../docs/hero.svg?raw'
// biome-ignore lint/correctness/useImportExtensions: no module of TypeScript
import './style.css'

export default {
  extends: theme,
  Layout: () =>
    h(theme.Layout, null, {
      'home-hero-image': () => [
        // Part of the page, so that it follows the site's own switch.
        h('div', { class: 'picture', innerHTML: hero }),
        h(Finding),
      ],
    }),
  enhanceApp({ router }) {
    if (typeof document === 'undefined') return
    const arrive = () => {
      showActive()
      markMain()
      openSearch()
    }
    router.onAfterRouteChange = () => setTimeout(arrive, 100)
    setTimeout(arrive, 300)
  },
}

/** What a failing exploration prints, shortened. */
function Finding() {
  const { failed, shown } = useData().frontmatter.value.hero ?? {}
  if (failed === undefined) return
  return h('pre', { class: 'finding', tabindex: 0 }, [
    h('strong', failed),
    `\n\n${shown}`,
  ])
}

/** Scrolls the sidebar to the page that is open. */
function showActive() {
  document
    .querySelector('.VPSidebarItem.is-active.is-link')
    ?.scrollIntoView({ block: 'nearest' })
}

/** The playground, which has no search of its own, leads to `?search`. */
function openSearch() {
  const { search, pathname } = window.location
  if (search !== '?search') return
  window.history.replaceState(null, '', pathname)
  document.querySelector('.DocSearch-Button')?.click()
}

/** The first page and the page for lost links have no `<main>` of their own. */
function markMain() {
  const content = document.querySelector('#VPContent')
  if (content?.querySelector('main')) content.removeAttribute('role')
  else content?.setAttribute('role', 'main')
}
