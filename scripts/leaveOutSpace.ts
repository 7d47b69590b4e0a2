import ts from 'typescript'

/**
 * Leaves out the space between tokens that a parser does not need, and makes
 * indents tabs. Lines stay lines, names stay names, and comments stay.
 */
export function leaveOutSpace(code: string): string {
  const file = ts.createSourceFile(
    'bundle.js',
    code,
    ts.ScriptTarget.ESNext,
    true,
    ts.ScriptKind.JS,
  )
  const parts: string[] = []
  let end = 0
  function visit(node: ts.Node) {
    const children = node.getChildren(file)
    if (children.length > 0) {
      for (const child of children) visit(child)
      return
    }
    const start = node.getStart(file)
    parts.push(between(code[end - 1], code.slice(end, start), code[start]))
    parts.push(code.slice(start, node.end))
    end = node.end
  }
  visit(file)
  return parts.join('') + code.slice(end)
}

function between(before = '', gap: string, after = ''): string {
  if (gap.trim() !== '') return gap
  const line = gap.lastIndexOf('\n')
  if (line !== -1) {
    const indent = gap.length - line - 1
    return `\n${'\t'.repeat(indent / 2)}`
  }
  return gap !== '' && wouldJoin(before, after) ? ' ' : ''
}

/** Whether two characters would be of one token, or of a comment. */
function wouldJoin(before: string, after: string): boolean {
  return (
    (isWord.test(before) && (isWord.test(after) || after === '.')) ||
    (before === after && /[+\-/]/.test(before)) ||
    (before === '/' && (after === '*' || isWord.test(after))) ||
    before + after === '<!'
  )
}

const isWord = /[\w$#\\]|[^\0-\x7f]/
