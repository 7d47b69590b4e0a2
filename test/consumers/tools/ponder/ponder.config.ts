import { createConfig } from 'ponder'
import { http, parseAbi } from 'viem'

export default createConfig({
  networks: {
    served: {
      chainId: 31_337,
      transport: http(process.env.PRESEAL_URL),
      pollingInterval: 200,
      disableCache: true,
    },
  },
  contracts: {
    Emitter: {
      network: 'served',
      abi: parseAbi(['event Said(uint256 value)']),
      address: '0x00000000000000000000000000000000000e3177',
      startBlock: 0,
    },
  },
})
