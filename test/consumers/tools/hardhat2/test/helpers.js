// Each of Hardhat's network helpers, as its own documents use it.
const assert = require('node:assert/strict')
const helpers = require('@nomicfoundation/hardhat-network-helpers')
const { ethers, network } = require('hardhat')

const { time } = helpers
const someone = '0x00000000000000000000000000000000000a11ce'
const word = (value) => ethers.toBeHex(value, 32)
const latest = () => ethers.provider.getBlock('latest')

describe('network helpers', () => {
  it('dropTransaction', async () => {
    const [from] = await ethers.provider.send('eth_accounts')
    // Without the nonce before it, it waits in the queue.
    const nonce = 1 + (await ethers.provider.getTransactionCount(from))
    const sent = { from, to: someone, nonce: ethers.toQuantity(nonce) }
    const hash = await ethers.provider.send('eth_sendTransaction', [sent])
    await helpers.dropTransaction(hash)
    assert.equal(await ethers.provider.getTransaction(hash), null)
  })
  it('getStorageAt', async () => {
    assert.equal(await helpers.getStorageAt(someone, 7), word(0))
  })
  it('setStorageAt', async () => {
    await helpers.setStorageAt(someone, 7, 42)
    assert.equal(await helpers.getStorageAt(someone, 7), word(42))
  })
  it('impersonateAccount', async () => {
    await helpers.impersonateAccount(someone)
    await helpers.setBalance(someone, ethers.parseEther('1'))
    const signer = await ethers.getSigner(someone)
    const sent = await signer.sendTransaction({ to: someone })
    assert.equal((await sent.wait()).from.toLowerCase(), someone)
  })
  // A node takes every sender as it is: there is nothing to end.
  it('stopImpersonatingAccount', async () => {
    await helpers.stopImpersonatingAccount(someone)
  })
  it('mine', async () => {
    const { number } = await latest()
    await helpers.mine(3)
    assert.ok((await latest()).number >= number + 3)
  })
  it('mine, with an interval', async () => {
    const { timestamp } = await latest()
    await helpers.mine(3, { interval: 600 })
    assert.ok((await latest()).timestamp >= timestamp + 2 * 600)
  })
  it('mineUpTo', async () => {
    const { number } = await latest()
    await helpers.mineUpTo(number + 100)
    assert.ok((await latest()).number >= number + 100)
  })
  it('reset', async () => {
    await helpers.mineUpTo(1000)
    await helpers.reset()
    assert.ok((await latest()).number < 1000)
  })
  it('setBalance', async () => {
    await helpers.setBalance(someone, 5)
    assert.equal(await ethers.provider.getBalance(someone), 5n)
  })
  it('setBlockGasLimit', async () => {
    await helpers.setBlockGasLimit(20_000_000)
    await helpers.mine()
    assert.equal((await latest()).gasLimit, 20_000_000n)
  })
  it('setCode', async () => {
    await helpers.setCode(someone, '0x6001')
    assert.equal(await ethers.provider.getCode(someone), '0x6001')
    await helpers.setCode(someone, '0x')
  })
  it('setCoinbase', async () => {
    await helpers.setCoinbase(someone)
    await helpers.mine()
    assert.equal((await latest()).miner.toLowerCase(), someone)
  })
  it('setNextBlockBaseFeePerGas', async () => {
    await helpers.setNextBlockBaseFeePerGas(1_000)
    const block = await ethers.provider.send('eth_getBlockByNumber', [
      'pending',
      false,
    ])
    assert.ok(BigInt(block.baseFeePerGas) > 0n)
    await helpers.setNextBlockBaseFeePerGas(0)
  })
  it('setNonce', async () => {
    await helpers.setNonce(someone, 77)
    assert.equal(await ethers.provider.getTransactionCount(someone), 77)
  })
  it('setPrevRandao', async () => {
    await helpers.setPrevRandao(7)
    await helpers.mine()
    const { mixHash } = await ethers.provider.send('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    assert.equal(mixHash, word(7))
  })
  it('takeSnapshot', async () => {
    const snapshot = await helpers.takeSnapshot()
    await helpers.setBalance(someone, 6)
    await snapshot.restore()
    assert.equal(await ethers.provider.getBalance(someone), 5n)
  })
  it('loadFixture', async () => {
    let runs = 0
    async function fixture() {
      runs += 1
      await helpers.setBalance(someone, 9)
      return 'made'
    }
    await helpers.loadFixture(fixture)
    await helpers.setBalance(someone, 10)
    assert.equal(await helpers.loadFixture(fixture), 'made')
    assert.equal(runs, 1)
    assert.equal(await ethers.provider.getBalance(someone), 9n)
  })
  it('clearSnapshots', async () => {
    await helpers.clearSnapshots()
  })
  it('time.increase', async () => {
    const before = await time.latest()
    await time.increase(3_600)
    assert.ok((await time.latest()) >= before + 3_600)
  })
  it('time.increaseTo', async () => {
    const target = (await time.latest()) + time.duration.days(2)
    await time.increaseTo(target)
    assert.ok((await time.latest()) >= target)
  })
  it('time.latestBlock', async () => {
    assert.ok((await time.latestBlock()) > 0)
  })
  it('time.setNextBlockTimestamp', async () => {
    const target = (await time.latest()) + 10_000
    await time.setNextBlockTimestamp(target)
    await helpers.mine()
    assert.ok((await time.latest()) >= target)
  })
  it('web3_clientVersion', async () => {
    const version = await network.provider.send('web3_clientVersion')
    assert.match(version, /^HardhatNetwork/)
  })
})
