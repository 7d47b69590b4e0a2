import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

// `npm run site` writes the pages and their order there.
const pages = new URL('../.pages/', import.meta.url)
const sidebar = JSON.parse(readFileSync(new URL('sidebar.json', pages), 'utf8'))

/** The anchors that GitHub makes, so that links work here and there. */
const slugify = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

const base = process.env.SITE_BASE ?? '/'

export default defineConfig({
  title: 'preseal',
  description: 'An in-process mock node for testing dapps on fast chains',
  lang: 'en',
  base,
  srcDir: '.pages',
  outDir: 'dist',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
  ],
  // VitePress does not build the playground; checkSite looks for it.
  ignoreDeadLinks: [/^\/playground\//],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light', dark: 'github-dark-dimmed' },
    // Pages are Markdown alone: `<name>` in prose is no tag.
    config: (markdown) => markdown.set({ html: false }),
  },
  themeConfig: {
    nav: [
      { text: 'First test', link: '/guide/first-test.html' },
      { text: 'Playground', link: '/playground/', target: '_self' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    notFound: {
      title: 'There is no such page',
      quote: 'It may have moved. The search finds pages by their words.',
      linkLabel: 'Go to the first page',
      linkText: 'First page',
    },
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
