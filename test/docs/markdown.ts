export type Block = {
  readonly language: string
  /** Of the first line of its code, in the file. */
  readonly line: number
  readonly code: string
}

/** The fenced blocks of a Markdown text. */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: { language: string; line: number; lines: string[] } | undefined
  markdown.split('\n').forEach((text, index) => {
    const fence = /^```(.*)$/.exec(text)
    if (fence === null) {
      open?.lines.push(text)
    } else if (open === undefined) {
      open = { language: fence[1] ?? '', line: index + 2, lines: [] }
    } else {
      const { language, line, lines } = open
      blocks.push({ language, line, code: lines.join('\n') })
      open = undefined
    }
  })
  if (open !== undefined) throw new Error(`Line ${open.line}: no end of block.`)
  return blocks
}

/** The tables whose head starts with these cells, as one, head included. */
export function readTable(markdown: string, ...head: string[]): string[][] {
  const lines = markdown.split('\n')
  const starts = lines.flatMap((line, index) =>
    head.every((cell, column) => readCells(line)[column] === cell)
      ? [index]
      : [],
  )
  const [first] = starts
  if (first === undefined)
    throw new Error(`No table starts with ${head.join(', ')}.`)
  const rowsFrom = (start: number) => {
    const end = lines.findIndex((row, at) => at > start && !row.startsWith('|'))
    return lines.slice(start, end).map(readCells)
  }
  return [
    ...rowsFrom(first).slice(0, 1),
    ...starts.flatMap((start) => rowsFrom(start).slice(2)),
  ]
}

function readCells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** What stands in backticks. */
export function readCode(markdown: string): string[] {
  return [...markdown.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
}

/** The anchors of its headings, as GitHub and npm make them. */
export function readAnchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}

/** The targets of its links. */
export function readLinks(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```.*?^```/gms, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target]) => target ?? '',
  )
}
