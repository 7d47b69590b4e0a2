import { pageScript } from './pageScript.js'
import { toEntities } from './pen.js'
import { nothingWrong, type Scene, summarize } from './scene.js'
import { pageStyle, pictureStyle } from './style.js'

/** One page that needs nothing else: no server, no network, no other file. */
export function formatHtml(scene: Scene): string {
  const { title, failure, wrong } = scene
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
<p>${summarize(scene)}<span class="keys"> Arrow keys step, + and - zoom, 0 shows all.</span></p>
${failure === null ? '' : `<pre id="failure">${toEntities(failure)}</pre>\n`}<p id="wrong">${wrong === null ? nothingWrong(scene) : `First thing that went wrong: <button type="button" id="there">${wrong[0]} ms</button> ${toEntities(wrong[1])}`}</p>
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
<table><caption>Balances</caption><tbody id="balances"></tbody></table>
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
