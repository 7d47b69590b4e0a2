import { createMockNode, parseScenario } from 'preseal'
import { base as baseProfile } from 'preseal/chains'
import { contract } from 'preseal/contracts'
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
import { describe, expect, test } from 'vitest'

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
  'a re-org of nothing': () => node().reorg({ depth: 1 }),
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

describe('mistakes of a beginner', () => {
  test.each(Object.keys(mistakes))(
    'error: %s is not accepted',
    async (name) => {
      expect(await shown(mistakes[name] as () => unknown)).toMatch(
        /^\w+Error: /,
      )
    },
  )

  test('error: what each is shown', async () => {
    const messages: { [name: string]: string } = {}
    for (const [name, mistake] of Object.entries(mistakes))
      messages[name] = await shown(mistake)
    expect(messages).toMatchInlineSnapshot(`
      {
        "a balance as a number": "InvalidOptionsError: Option "accounts.0x00000000000000000000000000000000000a11ce.balance" is 10, expected a bigint of wei from 0n to below 2^256. Write 10n for wei, or parseEther('10') for ether.",
        "a balance without its object": "InvalidOptionsError: Option "accounts.0x00000000000000000000000000000000000a11ce" is 10n, expected an object { balance, nonce, code, storage }. Write { balance: 10n }.",
        "a beat in seconds": "InvalidOptionsError: Option "preconfirmationTime" is 0.2, expected a whole number of ms from 1 to 2^53 - 1. Write 200, which is in ms.",
        "a block after the last": "InvalidParametersError: nextBlock moves the clock by a whole number of ms from 0 to 9007199254740991, and cannot move it by 18014398509481600.",
        "a block that is not there": "ResourceNotFoundRpcError: Requested resource not found. | block not found: 0x63",
        "a block that never comes": "InvalidOptionsError: Option "blockTime" is 9007199254740992, expected a whole number of ms from 20 to 2^53 - 1.",
        "a block time in seconds": "InvalidOptionsError: Option "blockTime" is 12, expected a whole number of ms from 20 to 2^53 - 1. Write 12000, which is in ms.",
        "a chain for options": "InvalidOptionsError: The argument of createMockNode is a chain of viem, expected an object of options. Write createMockNode({ chainId: 8453 }).",
        "a chain of viem for a profile": "InvalidOptionsError: Option "profile" is {"formatters":{"block":{"type":"block"},"transaction":{"type":"transaction"},"tr… (1363 characters), expected a profile, an object with "name" and "options". Write profile: profileOf(chain), with profileOf of "preseal/chains".",
        "a comma that is missing": "InvalidScenarioError: Invalid scenario: line 3, column 3 is "\\"", expected "," or "}". Is a comma missing before it?",
        "a contract that is not there": "ContractFunctionExecutionError: Requested resource not found. | 0x0000000000000000000000000000000000000b0b has no code, and was called with the selector 0x70a08231. Add the contract with the option "contracts" or node.setContract, or call the address that has it. (Nothing reverted.)",
        "a fault without its type": "InvalidParametersError: fault: "type" is missing, expected one of ….",
        "a file name for a scenario": "InvalidScenarioError: Invalid scenario: what was given is "scenario.json", the name of a file, expected its text. Read it first: parseScenario(readFileSync("scenario.json", 'utf8')).",
        "a hash of another node": "UnknownTransactionError: Transaction 0xd0be6839b45ee739b17d5faf15653015eef3924022847a3ee3d8cda9a71d40ed is neither queued nor pending on this node. Is its block sealed, or was it sent to another node?",
        "a mistyped account": "InvalidOptionsError: Option "accounts.0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD" is a key that is not an address, expected an address whose upper and lower case is that of its checksum. Is it mistyped? Copy it again. In lower case it is not checked.",
        "a mistyped address": "InvalidParametersError: preconfirm: "to" is "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", expected an address whose upper and lower case is that of its checksum. Is it mistyped? Copy it again. In lower case it is not checked.",
        "a name for an address": "InvalidParametersError: preconfirm: "to" is "vitalik.eth", expected a 20-byte address as 0x and 40 hex digits. Names are not resolved: write the address.",
        "a node of an earlier test": "ProviderRpcError: The provider is disconnected from the chain: its node was disposed of. Use the node of the running test, and end what an earlier test left running.",
        "a node that listens": "MisuseError: A node has no "listen". Write const { url } = await serve(node), with serve from 'preseal/server'.",
        "a nonce too high": "NonceError: The transaction has nonce 7 but the next nonce of 0x00000000000000000000000000000000000a11ce is 0, after the open block and the queue (nonce too high). Leave "nonce" out, or call node.setNonce first.",
        "a number for the options of a profile": "InvalidOptionsError: base: "options" is 5, expected { before }, or nothing for the chain as it is today.",
        "a provider for the node": "InvalidOptionsError: createWallet: the argument is {}, expected a node of createMockNode, or several of distinct chain ids. Pass what createMockNode returned, not its provider.",
        "a provider that is served": "InvalidParametersError: serve was given a node without the function "fetch", expected what createMockNode returned.",
        "a re-org of nothing": "ChainRuleError: A re-org of depth 1 would replace the first block, as latest is block 0. Seal a block first, such as with node.nextBlock().",
        "a scenario without version": "InvalidScenarioError: Invalid scenario: "version" (line 1, column 1) is missing, expected 1.",
        "a seal for what is not sent": "UnknownTransactionError: The application has sent nothing yet, so no transaction that matches {"to":"0x0000000000000000000000000000000000000b0b"} is pending when the block is sealed, as the "planSeal" of 0 ms asks. Make it send one first, or name a transaction of the test by its label or hash.",
        "a test client of the provider": "MethodNotFoundRpcError: The method "anvil_mine" does not exist / is not available. | Method not found: "anvil_mine". A control method needs custom(node.control) in place of node.provider, or over HTTP a server whose control is on. The error's data lists what is served.",
        "a third argument for handle": "InvalidParametersError: handle: "arguments[2]" is {"times":1}, expected nothing, since "handle" takes 2.",
        "a third argument for on": "InvalidParametersError: on: "arguments[2]" is {"once":true}, expected nothing, since "on" takes 2.",
        "a time with its unit": "InvalidOptionsError: Option "blockTime" is "2s", expected a whole number of ms from 20 to 2^53 - 1. Write 2000, which is in ms.",
        "a timestamp as a number": "InvalidOptionsError: Option "timestamp" is 1767225600, expected a bigint of unix seconds from 0n to below 2^36. Write 1767225600n.",
        "a timestamp in ms": "InvalidOptionsError: Option "timestamp" is 1767225600000n, expected a bigint of unix seconds from 0n to below 2^36. That looks like ms: write 1767225600n.",
        "a typo in a contract": "InvalidParametersError: The contract 0x0000000000000000000000000000000000000b0b has no function balanceof. Write balanceOf.",
        "a typo in a fault": "InvalidParametersError: fault: "type" is "nul", expected one of …. Write "null".",
        "a typo in a fault of sockets": "InvalidParametersError: fault: "methods[0]" is "logs", expected the name of a method as clients send it. Write "eth_subscription".",
        "a typo in a method": "ProviderRpcError: Method not found: "eth_getBalence". Did you mean "eth_getBalance"? The error's data lists what is served.",
        "a typo in handle": "InvalidParametersError: handle: "method" is "eth_getBalanse", expected the name of a method, such as "eth_call". Write "eth_getBalance".",
        "a value for a handler": "InvalidParametersError: handle: "answer to eth_getBalance" is "0x0", expected a function (params, view) => result.",
        "account for from": "InvalidParametersError: preconfirm: "from" is missing, expected a 20-byte address as 0x and 40 hex digits. "account" is an unknown key, expected "from", the nearest known one.",
        "an account and its balance": "InvalidParametersError: setBalance: "arguments[1]" is 1n, expected nothing, since "setBalance" takes 1. Name the fields in one object: setBalance({ … }).",
        "an address that is cut": "InvalidParametersError: preconfirm: "to" is "0x123", expected a 20-byte address as 0x and 40 hex digits.",
        "an argument for seal": "InvalidParametersError: seal: "arguments[0]" is "latest", expected nothing, since "seal" takes none.",
        "an argument for snapshot": "InvalidParametersError: snapshot: "arguments[0]" is -1, expected nothing, since "snapshot" takes none.",
        "an engine that is not called": "InvalidOptionsError: Option "engine" is a function, expected an engine, an object with the function "execute". Call it: write engine: evm(), with evm of "preseal/evm".",
        "an option that evm does not take": "TypeError: evm was given {"units":1}, expected { computeUnitLimit }, or nothing",
        "another name of an option": "InvalidOptionsError: Option "pendingInterval" is an unknown key, expected "preconfirmationTime", the nearest known one.",
        "both times in seconds": "InvalidOptionsError: Option "blockTime" is 2, expected a whole number of ms from 20 to 2^53 - 1. Write 2000, which is in ms.",
        "bytecode without an engine": "ContractFunctionExecutionError: Method "eth_call" is not supported. | 0x0000000000000000000000000000000000000b0b holds bytecode, and the node has no engine to run it. It was called with the selector 0x70a08231. Describe it with contract({ … }) from 'preseal/contracts' in the option "contracts"; or, to run the bytecode, import { evm } from 'preseal/evm' and write createMockNode({ engine: evm() }). (Nothing reverted.)",
        "ether as a decimal": "InvalidParametersError: preconfirm: "value" is "1.5", expected a bigint of wei from 0n to below 2^256. Write parseEther('1.5') for ether.",
        "ether as a number": "InvalidParametersError: preconfirm: "value" is 1, expected a bigint of wei from 0n to below 2^256. Write 1n for wei, or parseEther('1') for ether.",
        "gas below what is used": "InvalidParametersError: preconfirm: "gas" is 10000n, expected at least "gasUsed", which is 21000n. Raise "gas", or lower "gasUsed".",
        "gas of other libraries": "InvalidParametersError: preconfirm: "gasLimit" is an unknown key, expected "gas", the nearest known one.",
        "no ether": "InsufficientBalanceError: Account 0x00000000000000000000000000000000000a11ce holds 0 wei but the transaction needs 1 wei (insufficient funds for gas * price + value). Fund it with "accounts" or node.setBalance first.",
        "nobody who is paid": "InvalidParametersError: preconfirm: "to" is missing, expected an address, or "data" that creates a contract. Write to: null if neither is meant.",
        "options that are none": "InvalidOptionsError: Option "mnemonic" is an unknown key, expected one of … Option "seed" is an unknown key too. Option "name" is an unknown key too.",
        "options that evm does not take": "TypeError: evm was given 5, expected { computeUnitLimit }, or nothing",
        "slot for index": "InvalidParametersError: setStorageAt: "index" is missing, expected a hexadecimal integer of at most 32 bytes, or an integer from 0 to 2^53 - 1. "slot" is an unknown key, expected "index", the nearest known one.",
        "storage as a number": "InvalidParametersError: setStorageAt: "value" is 42, expected a hexadecimal integer of at most 32 bytes. Write "0x2a".",
        "the last block that can come": "InvalidOptionsError: Option "blockTime" is 9007199254740984, expected a whole multiple of "preconfirmationTime", which is 200. Write 9007199254741000, or another "preconfirmationTime".",
        "the node for its provider": "MisuseError: A node has no "request". Pass node.provider to a client, such as with custom(node.provider).",
        "time that passes in seconds": "InvalidParametersError: advance: "ms" is 0.2, expected a whole number of ms from 0 to 2^53 - 1. Write 200, which is in ms.",
        "two arguments for advance": "InvalidParametersError: advance: "arguments[1]" is "ms", expected nothing, since "advance" takes 1.",
      }
    `)
  })
})
