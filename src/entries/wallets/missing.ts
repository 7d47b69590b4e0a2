/** Methods of sessions and accounts that Base Account alone has. */
export const ofBaseAccount = [
  'wallet_addSubAccount',
  'wallet_connect',
  'wallet_disconnect',
  'wallet_getAssets',
] as const

/** Permissions to execute (ERC-7715), which MetaMask alone has. */
export const ofExecutionPermissions = [
  'wallet_getGrantedExecutionPermissions',
  'wallet_getSupportedExecutionPermissions',
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
] as const
