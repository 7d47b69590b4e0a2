// A project as Hardhat's tutorial has it, with its defaults.
const assert = require('node:assert/strict')
const {
  loadFixture,
  time,
} = require('@nomicfoundation/hardhat-network-helpers')
const { ethers } = require('hardhat')

const year = 365 * 24 * 60 * 60

async function deploy() {
  const unlockTime = (await time.latest()) + year
  const [owner, other] = await ethers.getSigners()
  const lock = await ethers.deployContract('Lock', [unlockTime], {
    value: 1_000_000_000n,
  })
  await lock.waitForDeployment()
  return { lock, unlockTime, owner, other }
}

describe('Lock', () => {
  it('has its unlock time', async () => {
    const { lock, unlockTime } = await loadFixture(deploy)
    assert.equal(await lock.unlockTime(), BigInt(unlockTime))
  })
  it('has its owner', async () => {
    const { lock, owner } = await loadFixture(deploy)
    assert.equal(await lock.owner(), owner.address)
  })
  it('holds what it was sent', async () => {
    const { lock } = await loadFixture(deploy)
    const balance = await ethers.provider.getBalance(lock.target)
    assert.equal(balance, 1_000_000_000n)
  })
  it('refuses to pay too early, by its own error', async () => {
    const { lock } = await loadFixture(deploy)
    const { data } = await lock.withdraw().catch((error) => error)
    assert.equal(lock.interface.parseError(data).name, 'TooEarly')
  })
  it('refuses others', async () => {
    const { lock, unlockTime, other } = await loadFixture(deploy)
    await time.increaseTo(unlockTime)
    await assert.rejects(lock.connect(other).withdraw(), /not the owner/)
  })
  it('pays its owner at the unlock time', async () => {
    const { lock, unlockTime } = await loadFixture(deploy)
    await time.increaseTo(unlockTime)
    const { logs } = await (await lock.withdraw()).wait()
    assert.equal(logs.length, 1)
    const { amount, when } = lock.interface.parseLog(logs[0]).args
    assert.equal(amount, 1_000_000_000n)
    assert.ok(when >= BigInt(unlockTime))
    assert.equal(await ethers.provider.getBalance(lock.target), 0n)
  })
  it('has its events in the logs', async () => {
    const { lock, unlockTime } = await loadFixture(deploy)
    await time.increaseTo(unlockTime)
    await (await lock.withdraw()).wait()
    assert.equal((await lock.queryFilter(lock.filters.Withdrawal)).length, 1)
  })
  it('counts the nonces of its sender', async () => {
    const { owner } = await loadFixture(deploy)
    const before = await owner.getNonce()
    await (await owner.sendTransaction({ to: owner.address })).wait()
    assert.equal(await owner.getNonce(), before + 1)
  })
})
