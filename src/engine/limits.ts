/** The most bytes of code that creates a contract (EIP-3860). */
export const mostInitcode = 49_152

/** The highest gas limit of a transaction since Osaka (EIP-7825). */
export const osakaGasCap = 16_777_216n
