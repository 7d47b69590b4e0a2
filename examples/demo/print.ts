/** Cells to the right of their columns; those that start with * stand out. */
export function columns(
  cells: readonly string[],
  widths: readonly number[],
): string {
  const line = cells.map((cell, column) => {
    const text = cell.padStart(widths[column] ?? 0)
    return cell.startsWith('*') ? paint(text, 'green') : text
  })
  return line.join('').trimEnd()
}

export function rule(text = '') {
  const start = text === '' ? '' : `-- ${text} `
  console.log(paint(start.padEnd(97, '-'), 'dim'))
}

export function title(text: string) {
  console.log(`\n${paint(text, 'bold')}\n`)
}

export function short(hash: string | null) {
  return `${hash?.slice(0, 10)}..`
}

/** Colours on a terminal, unless `NO_COLOR` is set. */
function paint(text: string, style: 'bold' | 'dim' | 'green') {
  if (!process.stdout.isTTY || process.env.NO_COLOR) return text
  const [on, off] = { bold: [1, 22], dim: [2, 22], green: [32, 39] }[style]
  return `\u001b[${on}m${text}\u001b[${off}m`
}
