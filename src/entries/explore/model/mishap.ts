import { display } from '../../../base/hex/display.js'
import type {
  Address,
  Fault,
  Hex,
  MockNodeOptions,
  Step,
} from '../../../index.js'
import type { PromptMethod } from '../../wallet/index.js'
import type * as wallets from '../../wallets/index.js'

/**
 * One thing that goes wrong, once: a failure of the network or an act of the
 * user.
 */
export type Mishap = {
  /**
   * Its identity, which survives edits of the test: what happens, and to what.
   * `only`, `accept` and the files of findings name it by this.
   */
  readonly id: string
  readonly kind: MishapKind
  /** What goes wrong, in words. */
  readonly name: string
  /** What it hits: a read, a transaction, a block, a socket, a prompt. */
  readonly target: string
  /** Which of several it hits, from 1 on. */
  readonly place: number
  /** What it hits, in words. */
  readonly subject: string
  /** Chain id of the node that it is for; default the first node's */
  readonly chainId?: number | undefined
  /** Steps for the node, as in a scenario. */
  readonly steps?: readonly Step[] | undefined
  /** An act of the user. */
  readonly user?: UserAct | undefined
  /** The one call inside Multicall3 that fails. */
  readonly innerCall?: InnerCallAt | undefined
  /** A transaction that comes again, such as after a reorg. */
  readonly resend?: Resend | undefined
  /** The node forgets all filters, as after a restart, at that instant. */
  readonly forgets?: Forgetting | undefined
  /** The wallet that the user has, by the name of its profile. */
  readonly wallet?: WalletName | undefined
  /** What the endpoint refuses throughout, as the option of the node says it. */
  readonly limits?: Limits | undefined
  /** ms after the node's creation at which the application starts. */
  readonly phase?: number | undefined
}

/** A mishap of your own: what it is called is enough to tell it from others. */
export type Example = Pick<Mishap, 'kind' | 'name'> & Partial<Mishap>

/** A profile of `preseal/wallets`. */
export type WalletName = keyof typeof wallets

/** Rules of an endpoint, such as `{ logRange: 10 }`. */
export type Limits = Extract<
  NonNullable<MockNodeOptions['endpoint']>,
  { readonly logRange?: unknown }
>

/** A call inside Multicall3, whatever sends it. */
export type InnerCallAt = {
  readonly to: Address
  readonly selector: Hex
  /** How many matching calls succeed first. */
  readonly skip: number
}

/** The signed transaction that was sent as the nth comes again, at an instant. */
export type Resend = { readonly at: number; readonly nth: number }

/** At an instant, in ms since the node was created. */
export type Forgetting = { readonly at: number }

/** An act of a wallet's user, `at` ms since the node was created. */
export type UserAct =
  | {
      readonly type: 'reject'
      readonly method: PromptMethod
      /** How many such prompts the user approves first. */
      readonly skip: number
    }
  | {
      /** The prompt stays open for `ms`, or for ever. */
      readonly type: 'leaveOpen'
      readonly method: PromptMethod
      readonly skip: number
      readonly ms: number | null
    }
  | {
      /** The prompt opens twice, and the user approves both. */
      readonly type: 'approveTwice'
      readonly method: PromptMethod
      readonly skip: number
    }
  | {
      readonly type: 'switchAccount'
      readonly at: number
      /** Index in the wallet's accounts. */
      readonly account: number
    }
  | {
      readonly type: 'switchChain'
      readonly at: number
      readonly chainId: number
    }
  | {
      readonly type: 'speedUp' | 'cancel' | 'disconnect'
      readonly at: number
    }
  | {
      /** An act that the test declares with `user` happens once more. */
      readonly type: 'again'
      readonly act: string
      /** Which of the acts of that name. */
      readonly nth: number
      /** ms after it; 0: at once, as with a double click. */
      readonly after: number
      /** The click on the page that is repeated; default the whole act. */
      readonly click?:
        | {
            /** Which of the act, from 0 on. */
            readonly nth: number
            /** Whether something is sent or signed after it. */
            readonly isSending: boolean
          }
        | undefined
    }
  | {
      /** An act that the test declares happens later, perhaps after the next. */
      readonly type: 'postpone'
      readonly act: string
      readonly nth: number
      readonly by: number
    }
  | {
      /** The page that the test declares with `page` is opened again. */
      readonly type: 'reload' | 'secondTab'
      readonly at: number
    }
  | {
      /** The user leaves the page, and comes back. */
      readonly type: 'away'
      readonly at: number
      readonly ms: number
    }

/** Every kind of mishap, in the order of a report. */
export const mishapKinds = [
  'late',
  'failed',
  'empty',
  'old',
  'otherBlock',
  'lost',
  'never',
  'delayed',
  'dropped',
  'omitted',
  'reverted',
  'revertedAtSeal',
  'replaced',
  'reorged',
  'sealedLate',
  'reordered',
  'rejected',
  'leftOpen',
  'otherWallet',
  'switched',
  'repeated',
  'postponed',
  'reloaded',
  'phase',
  'cut',
  'forgotten',
  'missed',
  'doubled',
  'jittered',
  'receiptDiverged',
  'disconnected',
  'fasterBlocks',
] as const

export type MishapKind = (typeof mishapKinds)[number]

/** ms for which an endpoint that fails goes on failing */
export const usualOutage = 10_000

/** What a mishap hits. */
export type Target = Pick<Mishap, 'target' | 'place' | 'subject' | 'chainId'>

/** What may happen to what, and how early a sweep tries it. */
export type Offered = Omit<Mishap, 'id' | 'name'> & {
  /** 0 is first. */
  readonly rank: number
  /** When that happens which it hits, ms since the node was created. */
  readonly at?: number | undefined
  /** Tells it from others of its kind that hit the same. */
  readonly variant?: string | number | undefined
  /** The words after those of what it hits. */
  readonly words: string
}

/** The mishap, whose identity and sentence follow from what happens to what. */
export function toMishap(
  { rank: _, at: __, variant, words, ...given }: Offered,
  isOneChain: boolean,
): Mishap {
  const { chainId } = given
  const isNamed = isOneChain || chainId === undefined
  const on = {
    target: isNamed ? given.target : `${given.target}@${chainId}`,
    subject: isNamed ? given.subject : `${given.subject} on chain ${chainId}`,
    place: given.place,
  }
  return {
    id: idOf(given.kind, variant, on),
    name: `${on.subject} ${words}`,
    ...given,
    ...on,
    ...(given.steps && {
      steps: [...given.steps].sort((one, other) => one.at - other.at),
    }),
  }
}

function idOf(
  kind: MishapKind,
  variant: string | number | undefined,
  { target, place }: Pick<Mishap, 'target' | 'place'>,
): string {
  const what = variant === undefined ? kind : `${kind}/${variant}`
  return `${what}/${target}/${place}`
}

/** Declares a fault at the start; the run that plays it labels it. */
export function faultStep(fault: Fault): Step {
  return { at: 0, type: 'fault', fault }
}

type Delay = Extract<Fault, { type: 'delay' | 'socket' }>

function isDelay(fault: Fault): fault is Delay {
  return (
    fault.type === 'delay' ||
    (fault.type === 'socket' && fault.messages === 'delayed')
  )
}

/** The ms of a mishap that is nothing but a delay. */
export function delayOf({ steps = [] }: Mishap): number | undefined {
  const [step] = steps
  return step?.type === 'fault' && isDelay(step.fault)
    ? step.fault.ms
    : undefined
}

/** The same mishap with another delay. */
export function withDelay<mishap extends Mishap>(
  mishap: mishap,
  ms: number,
): mishap {
  return {
    ...mishap,
    id: idOf(mishap.kind, ms, mishap),
    name: `${mishap.subject} ${lateWords(mishap, ms)}`,
    steps: (mishap.steps ?? []).map((step) =>
      step.type === 'fault' && isDelay(step.fault)
        ? { ...step, fault: { ...step.fault, ms } }
        : step,
    ),
  }
}

function lateWords({ steps = [] }: Mishap, ms: number): string {
  const isMessage = steps.some(
    (step) => step.type === 'fault' && step.fault.type === 'socket',
  )
  return `${isMessage ? 'arrives' : 'is answered'} ${ms} ms late`
}

/** A look as text, for comparison. */
export function textOf(value: unknown): string {
  // Most are such, and each look takes one.
  if (typeof value === 'string') return JSON.stringify(value)
  return (
    JSON.stringify(value, (_, inner) =>
      typeof inner === 'bigint'
        ? `${inner}n`
        : inner instanceof Error
          ? `${inner}`
          : inner,
    ) ?? `${value}`
  )
}

/** As it was seen, for people. */
export function shownText(value: unknown): string {
  return typeof value === 'bigint' ? `${value}` : textOf(value)
}

/** An error, or any other value that was thrown or logged, as text. */
export function errorText(given: unknown): string {
  if (given instanceof Error)
    return `${given.name}: ${given.message.split('\n')[0]}`
  return typeof given === 'string' ? given : display(given)
}
