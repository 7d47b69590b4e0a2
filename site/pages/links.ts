/**
 * The text with each of its links replaced; code is left as it is. An address
 * elsewhere is no link of ours.
 */
export function replaceLinks(
  markdown: string,
  replace: (target: string) => string,
): string {
  return markdown
    .split(/(^```.*?^```|`[^`\n]+`)/gms)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(
            /(\]\()([^)\s]+)(\))/g,
            (_, open: string, target: string, close: string) =>
              open +
              (/^(https?:|mailto:|#)/.test(target) ? target : replace(target)) +
              close,
          ),
    )
    .join('')
}

/** A page's first heading, without the marks of code. */
export function titleOf(markdown: string): string {
  return (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '')
}
