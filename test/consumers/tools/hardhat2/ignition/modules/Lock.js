const { buildModule } = require('@nomicfoundation/hardhat-ignition/modules')

// A deployment, and a call of what it deployed, in batches of Ignition's.
module.exports = buildModule('Lock', (m) => {
  const lock = m.contract('Lock', [0n], { value: 1_000_000_000n })
  m.call(lock, 'withdraw')
  return { lock }
})
