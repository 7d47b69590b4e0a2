/** Chains whose gas or opcodes are not Ethereum's, by id. */
const others: { readonly [chainId: number]: string } = {
  143: 'Monad, which charges for the gas limit and prices state its own way',
  10143: 'Monad, which charges for the gas limit and prices state its own way',
  300: 'zkSync Era, which does not run EVM bytecode',
  324: 'zkSync Era, which does not run EVM bytecode',
  295: 'Hedera, whose gas is its own',
  314: 'Filecoin, whose gas is its own',
  1101: 'Polygon zkEVM, whose opcodes differ',
  2741: 'Abstract, which does not run EVM bytecode',
  5000: 'Mantle, whose gas is its own',
  42161: 'Arbitrum One, whose gas pays for L1 data too',
  42170: 'Arbitrum Nova, whose gas pays for L1 data too',
  42220: 'Celo, whose fees are paid in tokens',
  421614: 'Arbitrum Sepolia, whose gas pays for L1 data too',
  534351: 'Scroll, whose opcodes differ',
  534352: 'Scroll, whose opcodes differ',
  59144: 'Linea, whose fees differ',
}

/** Fields that only blocks of such chains have. */
const fields: { readonly [field: string]: string } = {
  l1BlockNumber: 'a chain of Arbitrum, whose gas pays for L1 data too',
  sendRoot: 'a chain of Arbitrum, whose gas pays for L1 data too',
  l1BatchNumber: 'a chain of ZKsync, which does not run EVM bytecode',
}

/** Why the chain's executions could only be approximate; else undefined. */
export function otherChain(chainId: number, block: object): string | undefined {
  const known = others[chainId]
  if (known) return known
  const field = Object.keys(fields).find((name) => name in block)
  return field === undefined ? undefined : fields[field]
}
