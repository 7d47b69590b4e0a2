/**
 * The README as the first page of the site: its question, its first paragraph and
 * its three links become the hero, beside its picture and what the test that
 * failed says. What only somebody who works on it needs is left out.
 */
export function toLanding(readme: string): string {
  const [, name = '', question = '', , what = '', rest = ''] =
    /^# (\w+)\n\n\*\*(.*?)\*\*\n\n(<img .*?>\n\n)(.*?)\n\n(.*)$/s.exec(
      readme,
    ) ?? []
  const links = /^(\[\*\*.*?)\n\n/ms.exec(rest)?.[1] ?? ''
  const buttons = Array.from(
    links.matchAll(/\[\*\*(.*?)\*\*\]\((.*?)\)/g),
    ([, text = '', link = '']) => ({ text, link }),
  )
  const [, failed, shown] =
    /^```text\n(FAIL .*?)\n\n.*?\n\n(It showed .*?)\n\n/ms.exec(rest) ?? []
  if (name === '' || buttons.length === 0)
    throw new Error('README.md has no question, picture and links on top.')
  const hero = {
    name,
    ...(failed !== undefined && { failed, shown: onOneLine(shown ?? '') }),
    text: onOneLine(question),
    tagline: onOneLine(what),
    actions: buttons.map((button, index) => ({
      theme: index === 0 ? 'brand' : 'alt',
      text: button.text,
      link: button.link
        .replace(/^https?:.*\/playground\/$/, '/playground/')
        .replace(/\.md$/, '.html'),
      ...(button.link.endsWith('/playground/') && { target: '_self' }),
    })),
  }
  const body = rest
    .replace(`${links}\n\n`, '')
    .replace(/^## Work on .*/ms, '')
    .trimEnd()
  return `---\nlayout: home\nhero: ${JSON.stringify(hero)}\n---\n\n${body}\n`
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
