import { readFileSync } from 'node:fs'
import { createMarkdownRenderer, defineConfig } from 'vitepress'

// `npm run site` writes the pages and their order there.
const pages = new URL('../.pages/', import.meta.url)
const read = (name) => JSON.parse(readFileSync(new URL(name, pages), 'utf8'))
const sidebar = read('sidebar.json')
/** For which words a search shows a page first. */
const searched = read('searched.json')
/** What each page is about, in a sentence. */
const summaries = read('summaries.json')

/**
 * How much a page counts in a search. A guide answers a question; the reference
 * lists what else holds. VitePress sends the function's text to the browser, so
 * the words stand in it.
 */
const boostDocument = new Function(
  'id',
  'term',
  `const words = Object.entries(${JSON.stringify(searched)})
  const isFirst = words.some(([path, starts]) =>
    id.includes(path.replace(/md$/, 'html')) &&
    starts.some((start) => term.startsWith(start)))
  return isFirst ? 12 : /\\/guide\\//.test(id) ? 3 : /errors/.test(id) ? 0.4 : 1`,
)

/** The anchors that GitHub makes, so that links work here and there. */
const slugify = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

const themes = { light: 'github-light', dark: 'github-dark-dimmed' }

/** As VitePress shows code, for the tabs of the first page. */
async function highlight({ code, language, ...start }) {
  const markdown = await createMarkdownRenderer('.', { theme: themes })
  const shown = markdown.render(`\`\`\`${language}\n${code}\`\`\``)
  return { ...start, html: /<pre.*<\/pre>/s.exec(shown)[0] }
}

const base = process.env.SITE_BASE ?? '/'

export default defineConfig({
  title: 'preseal',
  description:
    'A mock Ethereum node that runs inside the tests of your dapp, and breaks it on demand',
  lang: 'en',
  base,
  srcDir: '.pages',
  outDir: 'dist',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
  ],
  // What a link to a page shows elsewhere.
  transformHead({ pageData }) {
    const title =
      pageData.frontmatter.hero?.text ?? `${pageData.title} | preseal`
    const description = pageData.description
    return [
      ['meta', { property: 'og:title', content: title }],
      ['meta', { property: 'og:description', content: description }],
      ['meta', { property: 'og:type', content: 'website' }],
      ['meta', { property: 'og:image', content: `${base}preview.png` }],
      ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ]
  },
  async transformPageData(pageData) {
    const { hero } = pageData.frontmatter
    if (hero?.starts)
      hero.starts = await Promise.all(hero.starts.map(highlight))
    const summary = summaries[pageData.relativePath]
    if (summary !== undefined) pageData.description = summary
  },
  // VitePress does not build the playground; checkSite looks for it.
  ignoreDeadLinks: [/^\/playground\//],
  markdown: {
    anchor: { slugify },
    theme: themes,
    // Pages are Markdown alone: `<name>` in prose is no tag.
    config: (markdown) => {
      markdown.set({ html: false })
      nameCells(markdown)
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Guide', link: '/guide/first-test.html', activeMatch: '^/guide' },
      {
        text: 'Reference',
        link: '/reference/options.html',
        activeMatch: '^/reference/',
      },
      { text: 'Playground', link: '/playground/', target: '_self' },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // With the lines in which the words stand.
        detailedView: true,
        miniSearch: {
          searchOptions: {
            boostDocument,
            // "rate" is not "late".
            fuzzy: (term) => (term.length > 5 ? 0.2 : false),
          },
        },
      },
    },
    notFound: {
      title: 'There is no such page',
      quote: 'It may have moved. Try the search above.',
      linkLabel: 'Go to the home page',
      linkText: 'Home',
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
})

/** Gives each cell its column's name, for tables that become cards on a phone. */
function nameCells(markdown) {
  markdown.core.ruler.push('cells', ({ tokens }) => {
    let names = []
    let column = 0
    tokens.forEach((token, index) => {
      if (token.type === 'thead_open') names = []
      if (token.type === 'tr_open') column = 0
      if (token.type === 'th_open')
        names.push(plain(tokens[index + 1]?.content ?? ''))
      if (token.type === 'td_open')
        token.attrSet('data-column', names[column++] ?? '')
    })
  })
}

function plain(text) {
  return text.replaceAll(/`|\[(.*?)\]\(.*?\)/g, '$1')
}
