type Given = {
  readonly gasPrice?: unknown
  readonly accessList?: unknown
  readonly authorizationList?: unknown
}

/** As geth chooses: the least type that has the fields that are given. */
export function leastType({ gasPrice, accessList, authorizationList }: Given) {
  if (authorizationList !== undefined) return 'eip7702'
  if (gasPrice === undefined) return 'eip1559'
  return accessList === undefined ? 'legacy' : 'eip2930'
}
