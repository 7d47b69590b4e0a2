const { subtask } = require('hardhat/config')
const {
  TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD,
} = require('hardhat/builtin-tasks/task-names')
require('@nomicfoundation/hardhat-ignition-ethers')

// The compiler of npm: nothing is downloaded.
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  compilerPath: require.resolve('solc/soljson.js'),
  isSolcJs: true,
  version: '0.8.37',
  longVersion: '0.8.37',
}))

module.exports = {
  solidity: {
    version: '0.8.37',
    settings: { evmVersion: 'prague' },
  },
  defaultNetwork: 'served',
  networks: { served: { url: process.env.PRESEAL_URL, timeout: 20_000 } },
}
