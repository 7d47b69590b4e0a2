import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { createWallet } from 'preseal/wallet'

const html = readFileSync(new URL('page.html', import.meta.url))
const site = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(html)
})
const origin = 'http://localhost:5199'
const node = createMockNode()
const wallet = createWallet(node, { balance: 10n ** 18n })
let server
let browser
let page

before(async () => {
  await new Promise((resolve) => site.listen(5199, 'localhost', resolve))
  server = await serve(node, { wallet })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  page = await browser.newPage()
  await page.addInitScript({ content: server.walletScript(origin) })
  await page.goto(origin)
})

after(async () => {
  await browser?.close()
  await server?.close()
  site.close()
})

const says = (text) =>
  page.waitForFunction(
    (text) => document.querySelector('#status').textContent === text,
    text,
  )

test('the page connects once the user agrees', async () => {
  wallet.reject()
  await page.click('#connect')
  await says('refused')
  await page.click('#connect')
  await says(`connected as ${wallet.account}`)
})

test('it sends, and sees the pre-confirmation before the seal', async () => {
  await page.click('#send')
  await says('sent')
  node.nextBeat()
  await says('pre-confirmed')
  node.nextBlock()
  await says('sealed')
  assert.equal(node.answeredRequests.at(-1).via, 'wallet')
})
