const { testNode } = require('preseal/jest')
const { createWallet } = require('preseal/wallet')

const token = '0x000000000000000000000000000000000000cafe'
const zero = '0'.repeat(64)

test('jsdom, which has no TextEncoder', async () => {
  expect(typeof TextEncoder).toBe('undefined')
  const node = testNode({
    contracts: [{ type: 'erc20', address: token, symbol: 'ÜSD' }],
  })
  const read = (data) =>
    node.provider.request({
      method: 'eth_call',
      params: [{ to: token, data }, 'latest'],
    })
  expect(await read('0x95d89b41')).toContain('c39c5344')
  await expect(read(`0xa9059cbb${zero}${zero}`)).rejects.toMatchObject({
    code: 3,
  })
  const { provider, account } = createWallet(node)
  await provider.request({ method: 'eth_requestAccounts' })
  const params = ['hello', account.address ?? account]
  const signed = await provider.request({ method: 'personal_sign', params })
  expect(signed).toMatch(/^0x[0-9a-f]{130}$/)
})
