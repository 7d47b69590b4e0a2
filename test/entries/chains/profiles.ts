import {
  arbitrum,
  base,
  ethereum,
  megaEth,
  monad,
  opMainnet,
  rise,
  tempo,
  unichain,
  worldChain,
  xLayer,
} from 'preseal/chains'

/** Makes every profile, by how it is written in code. */
export const profiles = {
  'base()': () => base(),
  "base({ before: 'denim' })": () => base({ before: 'denim' }),
  'opMainnet()': () => opMainnet(),
  'unichain()': () => unichain(),
  'worldChain()': () => worldChain(),
  'xLayer()': () => xLayer(),
  'arbitrum()': () => arbitrum(),
  "arbitrum({ after: 'earlyReceipts' })": () =>
    arbitrum({ after: 'earlyReceipts' }),
  'monad()': () => monad(),
  'megaEth()': () => megaEth(),
  'rise()': () => rise(),
  'tempo()': () => tempo(),
  'ethereum()': () => ethereum(),
  "ethereum({ safe: 'fast' })": () => ethereum({ safe: 'fast' }),
}
