import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'

/**
 * Prints when the largest part of a page of the built site is painted, and how
 * far things move meanwhile, at a quarter of the CPU, 1.6 Mbit/s and 150 ms:
 * `npx tsx site/measure.ts /playground/`. Each figure is of five loads.
 */
const paths = process.argv.slice(2)
const folder = new URL('dist/', import.meta.url).pathname
const types: { [ending: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const server = createServer(({ url = '/' }, response) => {
  const file = join(folder, url.endsWith('/') ? `${url}index.html` : url)
  response.setHeader('content-type', types[extname(file)] ?? 'text/plain')
  response.statusCode = statSync(file, { throwIfNoEntry: false }) ? 200 : 404
  response.setHeader('content-encoding', 'gzip')
  response.end(
    gzipSync(response.statusCode === 200 ? readFileSync(file) : 'none'),
  )
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})

async function load(path: string) {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 860 },
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 1_600_000 / 8,
  })
  await page.addInitScript(() => {
    const seen = { paint: 0, shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.paint = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`http://127.0.0.1:${port}${path}`)
  await page.waitForTimeout(4_000)
  const seen = await page.evaluate(
    () => (window as unknown as { seen: Seen }).seen,
  )
  await context.close()
  return seen
}

type Seen = { paint: number; shift: number }

for (const path of paths) {
  const loads: Seen[] = []
  for (let turn = 0; turn < 5; turn++) loads.push(await load(path))
  const paints = loads.map(({ paint }) => Math.round(paint)).sort(byNumber)
  const shifts = loads.map(({ shift }) => shift).sort(byNumber)
  console.log(
    `${path}  largest paint ${paints[0]} to ${paints[4]} ms, median ${paints[2]}; shift at most ${shifts[4]?.toFixed(3)}`,
  )
}
await browser.close()
server.close()

function byNumber(left: number, right: number) {
  return left - right
}
