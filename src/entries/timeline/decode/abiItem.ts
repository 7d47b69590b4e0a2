/** Fields of an ABI item that a decoder uses. */
export type AbiItem = {
  readonly type: 'function' | 'event' | 'error'
  readonly name: string
  readonly inputs: readonly AbiParameter[]
  readonly outputs: readonly AbiParameter[]
}

export type AbiParameter = {
  /** As signatures have it, with `tuple` for one of `components` */
  readonly type: string
  readonly name: string
  readonly isIndexed: boolean
  readonly components: readonly AbiParameter[]
}

/** The item that is said in JSON or in Solidity's words; no item: undefined. */
export function readAbiItem(given: unknown): AbiItem | undefined {
  if (typeof given === 'string') return readSentence(given)
  const { type, name, inputs, outputs } = Object(given) as {
    [field: string]: unknown
  }
  if (type !== 'function' && type !== 'event' && type !== 'error')
    return undefined
  if (typeof name !== 'string') return undefined
  return {
    type,
    name,
    inputs: readParameters(inputs),
    outputs: readParameters(outputs),
  }
}

function readParameters(given: unknown): AbiParameter[] {
  if (!Array.isArray(given)) return []
  return given.map((one) => {
    const { type, name, indexed, components } = Object(one)
    return {
      type: `${type}`,
      name: typeof name === 'string' ? name : '',
      isIndexed: indexed === true,
      components: readParameters(components),
    }
  })
}

const sentence =
  /^\s*(function|event|error)\s+(\w+)\s*\((.*?)\)(?:[^()]*returns\s*\((.*)\))?[^()]*$/s

/** `function transfer(address to, uint256 value) returns (bool)` */
function readSentence(text: string): AbiItem | undefined {
  const [, type, name, inputs = '', outputs = ''] = sentence.exec(text) ?? []
  if (type === undefined || name === undefined) return undefined
  return {
    type: type as AbiItem['type'],
    name,
    inputs: readList(inputs),
    outputs: readList(outputs),
  }
}

const words = ['memory', 'calldata', 'storage', 'payable', 'indexed']

function readList(text: string): AbiParameter[] {
  if (text.trim() === '') return []
  return text.split(',').map((part) => {
    const [type = '', ...rest] = part.trim().split(/\s+/)
    return {
      type: type.replace(/^(u?int)(?=\[|$)/, '$1256'),
      name: rest.find((word) => !words.includes(word)) ?? '',
      isIndexed: rest.includes('indexed'),
      components: [],
    }
  })
}

/** `transfer(address,uint256)` */
export function signatureOf({ name, inputs }: AbiItem): string {
  return `${name}(${inputs.map(typeOf).join(',')})`
}

function typeOf({ type, components }: AbiParameter): string {
  return type.startsWith('tuple')
    ? `(${components.map(typeOf).join(',')})${type.slice('tuple'.length)}`
    : type
}
