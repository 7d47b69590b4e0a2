import { createRequire } from 'node:module'
import hardhatIgnitionViem from '@nomicfoundation/hardhat-ignition-viem'
import hardhatNetworkHelpers from '@nomicfoundation/hardhat-network-helpers'
import hardhatNodeTestRunner from '@nomicfoundation/hardhat-node-test-runner'
import hardhatViem from '@nomicfoundation/hardhat-viem'
import { defineConfig } from 'hardhat/config'

const require = createRequire(import.meta.url)

export default defineConfig({
  plugins: [
    hardhatIgnitionViem,
    hardhatNetworkHelpers,
    hardhatNodeTestRunner,
    hardhatViem,
  ],
  // The compiler of npm: nothing is downloaded.
  solidity: { version: '0.8.37', path: require.resolve('solc/soljson.js') },
  networks: {
    served: { type: 'http', url: process.env.PRESEAL_URL as string },
  },
})
