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

/** The table whose head starts with these cells, head included. */
export function readTable(markdown: string, ...head: string[]): string[][] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) =>
    head.every((cell, column) => readCells(line)[column] === cell),
  )
  if (start === -1) throw new Error(`No table starts with ${head.join(', ')}.`)
  const rows = lines.slice(start)
  return rows
    .slice(
      0,
      rows.findIndex((row) => !row.startsWith('|')),
    )
    .map(readCells)
    .filter((_, index) => index !== 1)
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
