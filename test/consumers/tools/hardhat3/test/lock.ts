// A project as Hardhat 3 makes one, with its defaults, over HTTP.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from 'hardhat'

const { viem, networkHelpers, ignition } = await network.connect('served')
const { time } = networkHelpers
const year = 365 * 24 * 60 * 60

async function deploy() {
  const unlockTime = BigInt((await time.latest()) + year)
  const lock = await viem.deployContract('Lock', [unlockTime], {
    value: 1_000_000_000n,
  })
  return { lock, unlockTime }
}

describe('Lock', () => {
  it('has its unlock time', async () => {
    const { lock, unlockTime } = await networkHelpers.loadFixture(deploy)
    assert.equal(await lock.read.unlockTime(), unlockTime)
  })

  it('refuses to pay too early', async () => {
    const { lock } = await networkHelpers.loadFixture(deploy)
    await assert.rejects(lock.write.withdraw(), /TooEarly/)
  })

  it('refuses others', async () => {
    const { lock, unlockTime } = await networkHelpers.loadFixture(deploy)
    const [, other] = await viem.getWalletClients()
    await time.increaseTo(unlockTime)
    await assert.rejects(
      lock.write.withdraw({ account: other.account }),
      /not the owner/,
    )
  })

  it('pays its owner at the unlock time', async () => {
    const { lock, unlockTime } = await networkHelpers.loadFixture(deploy)
    const client = await viem.getPublicClient()
    await time.increaseTo(unlockTime)
    const hash = await lock.write.withdraw()
    await client.waitForTransactionReceipt({ hash })
    assert.equal(await client.getBalance({ address: lock.address }), 0n)
    assert.equal((await lock.getEvents.Withdrawal()).length, 1)
  })

  it('has blocks, times and header fields set by helpers', async () => {
    const client = await viem.getPublicClient()
    const miner = '0x00000000000000000000000000000000000a11ce'
    await networkHelpers.setCoinbase(miner)
    await networkHelpers.setBlockGasLimit(20_000_000)
    await networkHelpers.mine(3, { interval: 600 })
    const block = await client.getBlock()
    assert.equal(block.miner, miner)
    assert.equal(block.gasLimit, 20_000_000n)
    const before = await time.latest()
    await time.increase(3_600)
    assert.ok((await time.latest()) >= before + 3_600)
  })

  it('is deployed by Ignition', async () => {
    const { buildModule } = await import(
      '@nomicfoundation/hardhat-ignition/modules'
    )
    const module = buildModule('LockModule', (m) => {
      const lock = m.contract('Lock', [0n], { value: 1_000_000_000n })
      m.call(lock, 'withdraw')
      return { lock }
    })
    const { lock } = await ignition.deploy(module)
    assert.equal(await lock.read.unlockTime(), 0n)
  })
})
