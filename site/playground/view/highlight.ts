const tokens =
  /(\/\/.*|\/\*[\s\S]*?\*\/)|('[^'\n]*'|`[^`]*`)|\b(import|from|export|function|return|async|await|const|let|type|try|catch|while|if|as|test|expect)\b|\b(\d[\w.]*)\b/g

const classes = ['comment', 'text', 'word', 'amount']

/** Code as spans: no library, as there is one language and little of it. */
export function highlight(code: string): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = []
  let end = 0
  for (const match of code.matchAll(tokens)) {
    const [text, ...groups] = match
    parts.push(code.slice(end, match.index))
    const span = document.createElement('span')
    span.className = classes[groups.findIndex((one) => one !== undefined)] ?? ''
    span.textContent = text
    parts.push(span)
    end = match.index + text.length
  }
  return [...parts, code.slice(end)]
}
