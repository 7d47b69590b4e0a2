export { anvil, geth, hardhat } from './nodes.js'
export {
  arbitrum,
  base,
  ethereum,
  megaEth,
  monad,
  opMainnet,
  profileOf,
  rise,
  tempo,
  unichain,
  worldChain,
  xLayer,
} from './profiles.js'
