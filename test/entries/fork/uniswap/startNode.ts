import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Receipt } from './replay.js'

type Name = 'anvil' | 'hardhat'

const port = '18545'
const url = `http://127.0.0.1:${port}`

/** Hardhat runs in a project alone. */
function createProject(modules: string): string {
  const project = mkdtempSync(join(tmpdir(), 'hardhat-'))
  symlinkSync(resolve(modules), join(project, 'node_modules'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(project, 'hardhat.config.js'),
    `export default {
      networks: { node: { type: 'edr-simulated', chainId: 31337, hardfork: 'prague' } },
    }`,
  )
  return project
}

/** A node on this machine, which plays the live chain. */
export async function startNode(name: Name, modules: string) {
  const project = name === 'hardhat' ? createProject(modules) : undefined
  const args = project
    ? [`${project}/node_modules/hardhat/dist/src/cli.js`, 'node']
    : [
        `${modules}/@foundry-rs/anvil/bin.mjs`,
        ...['--hardfork', 'prague', '--silent'],
      ]
  const child = spawn(process.execPath, [...args, '--port', port], {
    cwd: project,
    stdio: 'ignore',
  })
  let id = 0
  async function ask(method: string, ...params: unknown[]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result: never
      error?: unknown
    }
    assert.equal(error, undefined, `${method}: ${JSON.stringify(error)}`)
    return result
  }
  async function receiptOf(hash: string) {
    for (let tries = 0; tries < 100; tries++) {
      const receipt = await ask('eth_getTransactionReceipt', hash)
      if (receipt !== null) return receipt as Receipt
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`no receipt of ${hash}`)
  }
  const stop = async () => {
    child.kill()
    await new Promise((resolve) => child.once('exit', resolve))
    if (project) rmSync(project, { recursive: true })
  }
  for (let tries = 0; ; tries++) {
    const isUp = await ask('eth_chainId').then(
      () => true,
      () => false,
    )
    if (isUp) break
    assert.ok(tries < 600, `${name} does not start`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, ask, receiptOf, stop }
}
