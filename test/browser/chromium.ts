import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, vi } from 'vitest'

const executablePath = '/usr/bin/chromium'

/** Whether Debian's Chromium is installed; tests that need it are left out else. */
export const isThere = existsSync(executablePath)
if (!isThere)
  process.stderr.write(
    `The tests in a browser are left out: there is no ${executablePath}.\n`,
  )

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Playwright puts its own in their place when it is loaded.
const own = vi.hoisted(() => ({ chdir: process.chdir, cwd: process.cwd }))

/** How the tests of a file launch it, after which the process is as it was. */
export function ofThisFile(): () => Promise<Browser> {
  afterAll(() => {
    Object.assign(process, own)
  })
  return () => chromium.launch({ executablePath, args })
}
