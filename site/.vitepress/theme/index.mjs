import { useData, withBase } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { h, ref } from 'vue'
// biome-ignore lint/correctness/useImportExtensions: its text
import hero from '../../../docs/hero.svg?raw'
// biome-ignore lint/correctness/useImportExtensions: no module of TypeScript
import './style.css'

export default {
  extends: theme,
  Layout: () =>
    h(theme.Layout, null, {
      // Part of the page, so that it follows the site's own switch.
      'home-hero-actions-after': () =>
        h('div', { class: 'picture', innerHTML: hero }),
      'home-hero-image': () => h(Starts),
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

/** Explorations to begin with, one a tab, what they print and what mends it. */
const Starts = {
  setup() {
    const starts = useData().frontmatter.value.hero?.starts ?? []
    const chosen = ref(0)
    const choose = (index) => {
      chosen.value = (index + starts.length) % starts.length
      document.querySelector(`#start-${chosen.value}`)?.focus()
    }
    const moves = { ArrowRight: 1, ArrowLeft: -1 }
    const tab = ({ name }, index) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `start-${index}`,
          'aria-controls': 'start',
          'aria-selected': index === chosen.value,
          tabindex: index === chosen.value ? 0 : -1,
          onClick: () => choose(index),
          onKeydown: ({ key }) => {
            if (key in moves) choose(index + moves[key])
          },
        },
        name,
      )
    return () => {
      const start = starts[chosen.value]
      if (start === undefined) return
      const [failed, ...rest] = start.printed.split('\n')
      return h('div', { class: 'starts' }, [
        h('div', { class: 'tabs' }, [
          h('div', { role: 'tablist', 'aria-label': 'Start' }, starts.map(tab)),
          h('a', { href: withBase(start.link) }, 'All files'),
        ]),
        h('div', {
          role: 'tabpanel',
          id: 'start',
          class: 'vp-code',
          tabindex: 0,
          'aria-labelledby': `start-${chosen.value}`,
          innerHTML: start.html,
        }),
        h('pre', { class: 'finding', tabindex: 0, 'aria-label': 'Printed' }, [
          h('strong', failed),
          `\n${rest.join('\n')}`,
        ]),
        h('pre', { class: 'mending', tabindex: 0, 'aria-label': 'Mended' }, [
          ...start.mending.map((line) =>
            h({ '-': 'del', '+': 'ins' }[line[0]] ?? 'span', `${line}\n`),
          ),
          `\n${start.passed}`,
        ]),
      ])
    }
  },
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
