import { createMockNode, parseScenario } from 'preseal'
import { base as baseProfile } from 'preseal/chains'
import { contract, erc20 } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import { serve } from 'preseal/server'
import { createWallet } from 'preseal/wallet'
import {
  createPublicClient,
  createTestClient,
  custom,
  parseAbi,
  parseEther,
} from 'viem'
import { base } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const mistyped = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'
const accounts = { [alice]: { balance: parseEther('10') } }
const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])

/** As in JavaScript, where no compiler sees the mistake. */
// biome-ignore lint/suspicious/noExplicitAny: that is what it stands for
type Loose = any

const create = (options: Loose): Loose => createMockNode(options)
const node = (): Loose => createMockNode({ accounts })
const client = (provider: Loose): Loose =>
  createPublicClient({ transport: custom(provider) })
const pay = (fields: Loose) =>
  node().preconfirm({ from: alice, to: bob, ...fields })

/** As of ethers 5. */
class BigNumber {
  toBigInt = () => 5n
}

/** What a beginner does. */
const mistakes: { [name: string]: () => unknown } = {
  'ether as a number': () => pay({ value: 1 }),
  'ether as a decimal': () => pay({ value: '1.5' }),
  'gas of other libraries': () => pay({ gasLimit: 50_000n }),
  'gas below what is used': () => pay({ gas: 10_000n }),
  'a name for an address': () => pay({ to: 'vitalik.eth' }),
  'an address that is cut': () => pay({ to: '0x123' }),
  'a mistyped address': () => pay({ to: mistyped }),
  'account for from': () => node().preconfirm({ account: alice, to: bob }),
  'a nonce too high': () => pay({ nonce: 7 }),
  'no ether': () =>
    createMockNode().preconfirm({ from: alice, to: bob, value: 1n }),
  'nobody who is paid': () => node().preconfirm({ from: alice, value: 1n }),
  'a balance without its object': () => create({ accounts: { [alice]: 10n } }),
  'a balance as a number': () =>
    create({ accounts: { [alice]: { balance: 10 } } }),
  'a mistyped account': () => create({ accounts: { [mistyped]: {} } }),
  'a timestamp in ms': () => create({ timestamp: 1_767_225_600_000n }),
  'a timestamp as a number': () => create({ timestamp: 1_767_225_600 }),
  'a block time in seconds': () => create({ blockTime: 12 }),
  'both times in seconds': () =>
    create({ blockTime: 2, preconfirmationTime: 1 }),
  'a beat in seconds': () => create({ preconfirmationTime: 0.2 }),
  'a time with its unit': () => create({ blockTime: '2s' }),
  'time that passes in seconds': () => node().advance(0.2),
  'another name of an option': () => create({ pendingInterval: 200 }),
  'options that are none': () => create({ mnemonic: '', seed: 1, name: 'x' }),
  'a chain for options': () => create(base),
  'an engine that is not called': () => create({ engine: evm }),
  'the node for its provider': () => client(node()),
  'a node that listens': () => node().listen(8545),
  'a provider for the node': () => createWallet(node().provider as Loose),
  'a provider that is served': () => serve(node().provider as Loose),
  'a chain of viem for a profile': () => create({ profile: base }),
  'a block that never comes': () => create({ blockTime: 2 ** 53 }),
  'the last block that can come': () =>
    create({ blockTime: 2 ** 53 - 8, preconfirmationTime: 200 }),
  'a block after the last': () => {
    const own = createMockNode({ blockTime: 9_007_199_254_740_800 })
    own.nextBlock(2)
  },
  'options that evm does not take': () => (evm as Loose)(5),
  'an option that evm does not take': () => (evm as Loose)({ units: 1 }),
  'a number for the options of a profile': () => (baseProfile as Loose)(5),
  'a typo in a fault of sockets': () =>
    node().fault({ type: 'socket', messages: 'dropped', methods: ['logs'] }),
  'an argument for seal': () => node().seal('latest'),
  'an argument for snapshot': () => node().snapshot(-1),
  'two arguments for advance': () => node().advance(200, 'ms'),
  'an account and its balance': () => node().setBalance(alice, 1n),
  'a third argument for handle': () =>
    node().handle('eth_call', () => '0x', { times: 1 }),
  'a third argument for on': () =>
    node().on('sealed', () => {}, { once: true }),
  'a typo in handle': () => node().handle('eth_getBalanse', () => '0x0'),
  'a value for a handler': () => node().handle('eth_getBalance', '0x0'),
  'a fault without its type': () => node().fault({ status: 403 }),
  'a typo in a fault': () => node().fault({ type: 'nul' }),
  'a file name for a scenario': () => parseScenario('scenario.json'),
  'a comma that is missing': () =>
    parseScenario('{\n  "version": 1\n  "blockTime": 2000\n}'),
  'a scenario without version': () => parseScenario('{ "chainId": 1 }'),
  'storage as a number': () =>
    node().setStorageAt({ address: bob, index: 0, value: 42 }),
  'slot for index': () =>
    node().setStorageAt({ address: bob, slot: 0, value: '0x2a' }),
  'a reorg of nothing': () => node().reorg({ depth: 1 }),
  'a seal for what is not sent': () => {
    const own = node()
    own.planSeal({ omit: [{ sent: { to: bob } }] })
    own.nextBlock()
  },
  'a hash of another node': () => node().drop(pay({})),
  'a node of an earlier test': () => {
    const own = node()
    own.dispose()
    return own.provider.request({ method: 'eth_chainId' })
  },
  'a typo in a method': () =>
    node().provider.request({ method: 'eth_getBalence', params: [alice] }),
  'a test client of the provider': () =>
    createTestClient({
      mode: 'anvil',
      transport: custom(node().provider),
    }).mine({ blocks: 1 }),
  'a contract that is not there': () =>
    client(node().provider).readContract({
      address: bob,
      abi,
      functionName: 'balanceOf',
      args: [alice],
    }),
  'bytecode without an engine': () =>
    client(
      create({ accounts: { [bob]: { code: '0x6000' } } }).provider,
    ).readContract({
      address: bob,
      abi,
      functionName: 'balanceOf',
      args: [alice],
    }),
  'a typo in a contract': () =>
    contract({
      address: bob,
      abi,
      functions: { balanceof: () => 1n } as Loose,
    }),
  'a promise for an address': () => pay({ to: Promise.resolve(bob) }),
  'a promise for an amount': () => pay({ value: Promise.resolve(1n) }),
  'null for an address': () => pay({ from: null }),
  'a BigNumber of ethers 5': () => pay({ value: new BigNumber() }),
  'a date for a timestamp': () => create({ timestamp: new Date(0) }),
  'a timestamp that is too large': () => create({ timestamp: '9'.repeat(30) }),
  'a step in seconds': () =>
    create({ steps: [{ at: '2s', type: 'reorg', depth: 1 }] }),
  'a duration with its unit': () => create({ duration: '5s' }),
  'a list of accounts': () => create({ accounts: [alice] }),
  'a base fee of other nodes': () => create({ header: { baseFeePerGas: 1n } }),
  'a URL for a fork': () => create({ fork: 'https://mainnet.base.org' }),
  'a chain for the nodes of a wallet': () => createWallet(base as Loose),
  'a number for prompts': () => createWallet(node()).ignore(5 as Loose),
  'a text for an act': () => createWallet(node()).interrupt('lock' as Loose),
  'a token without anything': () => (erc20 as Loose)(),
  'an address for a token': () => (erc20 as Loose)(bob),
  'a fraction of a token': () =>
    erc20({ address: bob, symbol: 'T', balances: { [alice]: '1.5' as Loose } }),
  'a block that is not there': () =>
    client(node().provider).getBalance({ address: alice, blockNumber: 99n }),
}

/** The headline, and of viem's errors the message of the node as well. */
async function shown(mistake: () => unknown): Promise<string> {
  try {
    await mistake()
  } catch (thrown) {
    const { name, message, shortMessage, details } = thrown as Loose
    return [`${name}: ${shortMessage ?? message}`, details]
      .filter((text) => text !== undefined)
      .join(' | ')
  }
  return 'accepted in silence'
}

/** The name of the error, and a part of what it says. */
const says: { [name: string]: string } = {
  'a BigNumber of ethers 5':
    'InvalidParametersError … "value" is an instance of BigNumber, expected a bigint of wei from 0n to below 2^256. Call its toBigInt().',
  'a base fee of other nodes':
    'InvalidParametersError … expected "initialBaseFeePerGas", the nearest known one.',
  'a chain for the nodes of a wallet':
    'InvalidParametersError … Write createWallet(node), where node is what createMockNode',
  'a date for a timestamp':
    'InvalidParametersError … Write BigInt(Math.floor(date.getTime() / 1000)).',
  'a duration with its unit':
    'InvalidParametersError … Write 5000, which is in ms.',
  'a fraction of a token':
    "InvalidParametersError … Write parseUnits('1.5', decimals).",
  'a list of accounts':
    'InvalidParametersError … expected an object of accounts by address, each an object { balance,',
  'a number for prompts':
    'InvalidParametersError … wallet.ignore: its argument is 5, expected an object { methods?,',
  'a promise for an address':
    'InvalidParametersError … "to" is a promise (await it first), expected a 20-byte address as 0x and 40 hex digits.',
  'a promise for an amount':
    'InvalidParametersError … "value" is a promise (await it first), expected',
  'a step in seconds': 'InvalidParametersError … Write 2000, which is in ms.',
  'a text for an act':
    'InvalidParametersError … its argument is "lock", expected a function, such as',
  'a timestamp that is too large':
    'InvalidParametersError … expected a bigint of unix seconds from 0n to below 2^36.',
  'a token without anything':
    'InvalidParametersError … erc20: its argument is missing, expected an object {',
  'a URL for a fork':
    'InvalidParametersError … Record it with the command "preseal fork", and write fork:',
  'an address for a token':
    'InvalidParametersError … erc20: its argument is "0x0000000000000000000000000000000000000b0b"',
  'null for an address':
    'InvalidParametersError … "from" is null, expected a 20-byte address as 0x and 40 hex digits.',
  'a balance as a number':
    "InvalidParametersError … Write 10n for wei, or parseEther('10') for ether.",
  'a balance without its object':
    'InvalidParametersError … Write { balance: 10n }.',
  'a beat in seconds': 'InvalidParametersError … Write 200, which is in ms.',
  'a block after the last':
    'InvalidParametersError … nextBlock moves the clock by a whole number of ms from 0 to',
  'a block that is not there':
    'ResourceNotFoundRpcError … block not found: 0x63',
  'a block that never comes':
    'InvalidParametersError … Option "blockTime" is 9007199254740992, expected a whole',
  'a block time in seconds':
    'InvalidParametersError … Write 12000, which is in ms.',
  'a chain for options':
    'InvalidParametersError … Write createMockNode({ chainId: 8453 }).',
  'a chain of viem for a profile':
    'InvalidParametersError … Write profile: profileOf(chain), with profileOf of',
  'a comma that is missing':
    'InvalidScenarioError … Is a comma missing before it?',
  'a contract that is not there':
    'ContractFunctionExecutionError … Add the contract with the option "contracts" or',
  'a fault without its type':
    'InvalidParametersError … fault: "type" is missing, expected one of',
  'a file name for a scenario':
    'InvalidScenarioError … Read it first: parseScenario(readFileSync("scenario.json",',
  'a hash of another node':
    'UnknownTransactionError … Is its block sealed, or was it sent to another node?',
  'a mistyped account':
    'InvalidParametersError … In lower case it is not checked.',
  'a mistyped address':
    'InvalidParametersError … In lower case it is not checked.',
  'a name for an address':
    'InvalidParametersError … Names are not resolved: write the address.',
  'a node of an earlier test':
    'ProviderRpcError … Use the node of the running test, and end what an earlier',
  'a node that listens':
    'MisuseError … Write const { url } = await serve(node), with serve from',
  'a nonce too high':
    'NonceError … Leave "nonce" out, or call node.setNonce first.',
  'a number for the options of a profile':
    'InvalidParametersError … base: "options" is 5, expected { before }, or nothing for the',
  'a provider for the node':
    'InvalidParametersError … Write createWallet(node), where node is what createMockNode',
  'a provider that is served':
    'InvalidParametersError … serve: "node" is {}, expected what createMockNode returned.',
  'a reorg of nothing':
    'ChainRuleError … Seal a block first, such as with node.nextBlock().',
  'a scenario without version':
    'InvalidScenarioError … Invalid scenario: "version" (line 1, column 1) is missing,',
  'a seal for what is not sent':
    'UnknownTransactionError … Make it send one first, or name a transaction of the test by',
  'a test client of the provider':
    "MethodNotFoundRpcError … The error's data lists what is served.",
  'a third argument for handle':
    'InvalidParametersError … handle: "arguments[2]" is {"times":1}, expected nothing,',
  'a third argument for on':
    'InvalidParametersError … on: "arguments[2]" is {"once":true}, expected nothing, since',
  'a time with its unit':
    'InvalidParametersError … Write 2000, which is in ms.',
  'a timestamp as a number': 'InvalidParametersError … Write 1767225600n.',
  'a timestamp in ms':
    'InvalidParametersError … That looks like ms: write 1767225600n.',
  'a typo in a contract': 'InvalidParametersError … Write balanceOf.',
  'a typo in a fault': 'InvalidParametersError … Write "null".',
  'a typo in a fault of sockets':
    'InvalidParametersError … Write "eth_subscription".',
  'a typo in a method':
    "ProviderRpcError … The error's data lists what is served.",
  'a typo in handle': 'InvalidParametersError … Write "eth_getBalance".',
  'a value for a handler':
    'InvalidParametersError … handle: "answer to eth_getBalance" is "0x0", expected a',
  'account for from':
    'InvalidParametersError … preconfirm: "from" is missing, expected a 20-byte address as',
  'an account and its balance':
    'InvalidParametersError … Name the fields in one object: setBalance({ … }).',
  'an address that is cut':
    'InvalidParametersError … preconfirm: "to" is "0x123", expected a 20-byte address as 0x',
  'an argument for seal':
    'InvalidParametersError … seal: "arguments[0]" is "latest", expected nothing, since',
  'an argument for snapshot':
    'InvalidParametersError … snapshot: "arguments[0]" is -1, expected nothing, since',
  'an engine that is not called':
    'InvalidParametersError … Call it: write engine: evm(), with evm of "preseal/evm".',
  'an option that evm does not take':
    'InvalidParametersError … expected one of computeUnitLimit',
  'another name of an option':
    'InvalidParametersError … Option "pendingInterval" is an unknown key, expected',
  'both times in seconds':
    'InvalidParametersError … Write 2000, which is in ms.',
  'bytecode without an engine':
    "ContractFunctionExecutionError … Describe it with contract({ … }) from 'preseal/contracts' in",
  'ether as a decimal':
    "InvalidParametersError … Write parseEther('1.5') for ether.",
  'ether as a number':
    "InvalidParametersError … Write 1n for wei, or parseEther('1') for ether.",
  'gas below what is used':
    'InvalidParametersError … Raise "gas", or lower "gasUsed".',
  'gas of other libraries':
    'InvalidParametersError … preconfirm: "gasLimit" is an unknown key, expected "gas", the',
  'no ether':
    'InsufficientBalanceError … Fund it with "accounts" or node.setBalance first.',
  'nobody who is paid':
    'InvalidParametersError … Write to: null if neither is meant.',
  'options that are none':
    'InvalidParametersError … Option "name" is an unknown key too.',
  'options that evm does not take':
    'InvalidParametersError … expected an object { computeUnitLimit? }',
  'slot for index':
    'InvalidParametersError … setStorageAt: "index" is missing, expected a hexadecimal',
  'storage as a number': 'InvalidParametersError … Write "0x2a".',
  'the last block that can come':
    'InvalidParametersError … Write 9007199254741000, or another "preconfirmationTime".',
  'the node for its provider':
    'MisuseError … Pass node.provider to a client, such as with',
  'time that passes in seconds':
    'InvalidParametersError … Write 200, which is in ms.',
  'two arguments for advance':
    'InvalidParametersError … advance: "arguments[1]" is "ms", expected nothing, since',
}

test.each(Object.entries(mistakes))('error: %s', async (what, mistake) => {
  const [name, part] = says[what]?.split(' … ') ?? []
  const message = await shown(mistake)
  expect(message.split(': ')[0]).toBe(name)
  expect(message).toContain(part)
})
