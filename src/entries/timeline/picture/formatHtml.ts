import { nothingWrong } from './findWrong.js'
import { pageScript } from './pageScript.js'
import { toEntities } from './pen.js'
import { type Scene, summarize } from './scene.js'
import { pageStyle, pictureStyle } from './style.js'

/** One page that needs nothing else: no server, no network, no other file. */
export function formatHtml(scene: Scene): string {
  const { title, failure } = scene
  // No text of the scene can end the script that holds it.
  const json = JSON.stringify(scene).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${toEntities(title)}</title>
<style>${pictureStyle}${pageStyle}</style>
</head>
<body>
<header>
<h1>${toEntities(title)}</h1>
<div class="cards">
<section${scene.wrong === null ? '' : ' class="cause"'} aria-labelledby="first-wrong"><h2 id="first-wrong">${scene.wrong === null ? 'What the node saw' : 'What went wrong first'}</h2>${wrongHtml(scene)}</section>${failure === null ? '' : `\n<section class="failed" aria-labelledby="failed"><h2 id="failed">Why the test failed</h2>${failureHtml(failure)}</section>`}
</div>
<p>${summarize(scene)}<span class="keys"> Arrow keys step, + and - zoom, 0 shows all.</span></p>
</header>
<main>
<div role="group" aria-label="Time">
<button type="button" id="first" aria-keyshortcuts="Home">First</button>
<button type="button" id="back" aria-keyshortcuts="ArrowLeft">Previous</button>
<button type="button" id="on" aria-keyshortcuts="ArrowRight">Next</button>
<button type="button" id="last" aria-keyshortcuts="End">Last</button>
<button type="button" id="in" aria-keyshortcuts="+">Zoom in</button>
<button type="button" id="out" aria-keyshortcuts="-">Zoom out</button>
<button type="button" id="all" aria-keyshortcuts="0">All</button>
<span id="range"></span>
</div>
<svg id="picture" class="preseal" width="100%" role="img" aria-label="Lanes of requests, pending and latest blocks, and transactions; the list below says the same in words"></svg>
<div class="below">
<section aria-labelledby="instant">
<h2 id="instant"></h2><ul id="happened"></ul>
<table><caption>What each block tag shows</caption><tbody id="tags"></tbody></table>
${scene.balances.length === 0 ? '' : '<table><caption>Balances</caption><tbody id="balances"></tbody></table>'}
${scene.shown.length === 0 ? '' : '<table><caption>What the application showed</caption><tbody id="shown"></tbody></table><iframe id="page" sandbox title="The page of the application"></iframe>'}
</section>
<section aria-labelledby="story"><h2 id="story">What happened</h2><ol id="lines"></ol></section>
</div>
<p id="spoken" role="status"></p>
</main>
<script type="application/json" id="scene">${json}</script>
<script>
${pageScript}</script>
</body>
</html>
`
}

/** The message first, then lines of code, as they are. */
function failureHtml(failure: string): string {
  const [first = '', ...others] = failure.split('\n\n')
  // Some libraries go on for long about what one could do.
  const [, sentence = first, more = ''] =
    first.length > 160 ? (/^(.*?\.)\s+(.*)$/s.exec(first) ?? []) : []
  const message = more === '' ? (differing(first, failure) ?? first) : sentence
  // The line that failed stands above what a library prints at length.
  const place = others.filter((one) => /^at \S+:\d+(\n|$)/.test(one))
  const rest = others.filter((one) => !place.includes(one))
  const code = [...place, more, ...rest].filter((one) => one).join('\n\n')
  return `<div id="failure"><p>${toEntities(message)}</p>${code === '' ? '' : `\n\n<pre>${toEntities(code)}</pre>`}</div>`
}

/**
 * The fields that differ, by the lines of a diff; assertions shorten an object
 * to the names of its fields.
 */
function differing(message: string, failure: string): string | undefined {
  if (!/\{ Object \(|\[ Array\(/.test(message)) return undefined
  const lines = [...failure.matchAll(/^([-+]) +"?(\w+)"?: (.*[^{[,]),?$/gm)]
  const fieldsOf = (sign: string) =>
    new Map(
      lines
        .filter(([, of]) => of === sign)
        .map(([, , name, value]) => [name, value]),
    )
  const [expected, received] = [fieldsOf('-'), fieldsOf('+')]
  const fields = [...received].filter(([name]) => expected.has(name))
  // Of several objects, nobody knows here which field is whose.
  const isOfOne = expected.size + received.size === lines.length
  if (fields.length === 0 || !isOfOne) return undefined
  return fields
    .map(([name, value]) => `${name} is ${value}, not ${expected.get(name)}`)
    .join('; ')
}

/** When, what, and by whose doing; of a loss also what was read before. */
function wrongHtml({
  wrong,
  failure,
  lastRead,
  reorgs,
  transactions,
}: Scene): string {
  const read = failure === null ? null : lastRead
  if (wrong === null)
    return `<p id="wrong">${toEntities(`${nothingWrong(failure)}${read === null ? '' : ` ${read.text}.`}`)}</p>`
  const [at, text, cause, after = ''] = wrong
  const said = `At <button type="button" id="there">${at} ms</button> <b>${toEntities(text)}</b>${toEntities(`${cause && `, ${cause}`}.`)}${after && ` <b>${after}</b>`}`
  const reorg = reorgs.find(([time]) => time === at)
  const lost = transactions.filter(({ moves }) => {
    const last = moves[moves.length - 1]
    return last?.at === at && /dropped|omitted/.test(last.type)
  })
  // Whoever reads no more cannot know what is lost.
  const isBlind =
    lost.length > 0 &&
    read !== null &&
    (read.at < at || (read.at === at && read.isBefore))
  if (!isBlind) return `<p id="wrong">${said}</p>`
  const [, , depth = 1] = reorg ?? []
  const isReceipt = lost.some(({ name }) => name === read.receiptOf)
  const names = lost.map(({ name }) => name).join(', ')
  const plain = `${reorg === undefined ? 'The chain dropped' : 'A reorg removed'} ${names} after ${isReceipt ? 'the application had read its receipt' : 'the last read of the application'}. It read nothing more, so it cannot know.`
  const remedy = `waitForTransactionReceipt({ hash, confirmations: ${depth + 1} }) waits for ${depth === 1 ? 'another block' : `${depth} more blocks`}.`
  return `<div id="wrong"><p>${toEntities(plain)}</p><ol><li>${toEntities(read.text)}.</li><li>${said}</li></ol>${isReceipt ? `<p><b>Remedy:</b> ${remedy}</p>` : ''}</div>`
}
