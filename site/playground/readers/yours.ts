/** What stands in the field for the visitor's own code. */
export const start = `// Your app: called once, then asked every 200 ms.
// client is viem's: getBalance, getBlock, getBlockNumber, request.
function createReader(client, address) {
  return async () => {
    const balance = await client.getBalance({ address })
    return { balance, coming: 0n }
  }
}
`
