import {
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Address,
  BaseError,
  type Chain,
  erc20Abi,
  formatUnits,
  type Hash,
  InsufficientFundsError,
  type PublicClient,
  parseUnits,
  UserRejectedRequestError,
} from 'viem'
import {
  type Config,
  useConnect,
  useConnection,
  useConnectors,
  usePublicClient,
  useReadContract,
  useSwitchChain,
  useWriteContract,
  WagmiProvider,
} from 'wagmi'

type Payment = { token: Address; to: Address; chain: Chain }

export function App({ config, ...payment }: Payment & { config: Config }) {
  const [queries] = useState(() => new QueryClient())
  return (
    <WagmiProvider config={config} reconnectOnMount={false}>
      <QueryClientProvider client={queries}>
        <Page {...payment} />
      </QueryClientProvider>
    </WagmiProvider>
  )
}

function Page(payment: Payment) {
  const { isConnected, chainId } = useConnection()
  if (!isConnected) return <Connect />
  return chainId === payment.chain.id ? (
    <Pay {...payment} />
  ) : (
    <Switch {...payment} />
  )
}

function Connect() {
  const connectors = useConnectors()
  const { mutate: connect, error } = useConnect()
  return (
    <>
      {connectors.map((connector) => (
        <button
          key={connector.uid}
          type="button"
          onClick={() => connect({ connector })}
        >
          {connector.name}
        </button>
      ))}
      <Problem error={error} />
    </>
  )
}

function Switch({ chain }: Payment) {
  const { mutate: switchChain } = useSwitchChain()
  return (
    <button type="button" onClick={() => switchChain({ chainId: chain.id })}>
      Switch to {chain.name}
    </button>
  )
}

function Pay({ token, to, chain }: Payment) {
  const { address } = useConnection()
  const { data: balance } = useReadContract({
    abi: erc20Abi,
    address: token,
    chainId: chain.id,
    functionName: 'balanceOf',
    args: address && [address],
    blockTag: 'pending',
    query: { refetchInterval: 200 },
  })
  const { mutate: write, data: hash, isPending, error } = useWriteContract()
  const status = useStatus(hash)
  const send = () =>
    write({
      abi: erc20Abi,
      address: token,
      functionName: 'transfer',
      args: [to, parseUnits('5', 6)],
    })
  return (
    <>
      <p>Balance: {balance === undefined ? '…' : formatUnits(balance, 6)}</p>
      <button type="button" onClick={send}>
        {status === 'dropped' ? 'Send again' : 'Send'}
      </button>
      <p role="status">{isPending ? 'confirm in your wallet' : status}</p>
      <Problem error={error} />
    </>
  )
}

type Status = 'sent' | 'pre-confirmed' | 'sealed' | 'dropped'

/** A pre-confirmed transaction may be dropped until its block is sealed. */
function useStatus(hash: Hash | undefined): Status | undefined {
  const client = usePublicClient()
  const { data } = useQuery<Status>({
    queryKey: ['status', hash],
    enabled: hash !== undefined && client !== undefined,
    refetchInterval: 200,
    queryFn: ({ client: queries, queryKey }) =>
      readStatus(
        client as PublicClient,
        hash as Hash,
        queries.getQueryData(queryKey),
      ),
  })
  return data
}

async function readStatus(
  client: PublicClient,
  hash: Hash,
  before: Status | undefined,
): Promise<Status> {
  const receipt = await client
    .getTransactionReceipt({ hash })
    .catch(() => undefined)
  if (receipt === undefined)
    return before === undefined || before === 'sent' ? 'sent' : 'dropped'
  const latest = await client.getBlockNumber({ cacheTime: 0 })
  return receipt.blockNumber <= latest ? 'sealed' : 'pre-confirmed'
}

function Problem({ error }: { error: Error | null }) {
  if (!(error instanceof BaseError)) return null
  const is = (type: new (...args: never[]) => Error) =>
    error.walk((cause) => cause instanceof type) !== null
  if (is(UserRejectedRequestError)) return <p role="alert">You refused.</p>
  if (is(InsufficientFundsError))
    return <p role="alert">Not enough ether for the fee.</p>
  return <p role="alert">{error.shortMessage}</p>
}
