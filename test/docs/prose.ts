/** Habits of sentences that read translated, and what to write instead. */
const habits: { readonly [habit: string]: RegExp } = {
  'a subject without a noun: name what it is':
    /(?:^|[.:;] |\*\* )(?:What|Who|Whoever|Which) (?![^.?]*\?)[^.]*\./m,
  'a pronoun without a noun: repeat the noun':
    /(?:^|[.;] )(?:One|Those|Some) (?:that|who|which|of|for)\b|\b(?:goes|go) (?:with|when) it\b|\bgoes when\b|\bsuch one\b|\bfor those between\b/m,
  'an inversion: put the actor first':
    /(?:^|[.;] )(?:Of (?!course|\d|an?\b)|Signed are|Fake (?:they )?are|Found (?:is|are)|With it go|Where there is)|\b(?:is|are) said (?:by|to)\b|\bWhich \w+ they\b/m,
  '"where" for a condition: write "if"':
    /(?:^|\. |- )Where [a-z`]|\b(?:[Nn]ull|[Uu]ndefined|[Ff]alse|[Nn]one|@throws \w+) where\b/m,
  '"tell": write "emit", "report", "return" or "show"':
    /\b(?:told|telling)\b|\btells? (?:of|the hashes|its|what|results)\b|\bsubscriptions tell\b|\blearns of (?:it|news)\b|\bnews (?:are|is)\b/i,
  'an old word':
    /\b(?:came? to pass|comes? to pass|be it|and its kin|likewise|mends?|mended|unto|thereof|hereby|whilst|howsoever|save for|has a say|have their say|of none other|as it were|otherwise than|to the fore|has (?:it|him) pay)\b|\bas \w+ has it\b|\bbut (?:for )?`|\ball else\b|\bfor (?:nobody|none)\b|\bis none of the\b/i,
  '"becomes of", "makes of": say what happens':
    /\b(?:becomes?|became|become) of\b|\b(?:makes?|made) of (?:it|them|bytecode|each|that|what)\b|\blies over\b/i,
  'a cell or sentence without a head: name the thing':
    /^(?:what (?!(?:it|is wrong|happens|holds|goes|you|moves|follows)\b)|By which|Whose|That of|Told by|those (?:that|of|in)\b|who(?:ever)? )|\bso many\b/m,
  '"take back": write "drop" or "undo"':
    /\b(?:takes?|taken|took|taking)\b[^.|\n]{0,40}\bback\b/,
  '"returns how to": write "returns a function that"':
    /\breturns? how to\b|\bhas none\b(?= that)/i,
  '"have" for a cause: write "break", "let" or "make"':
    /\bhave (?:\w+ ){1,3}go wrong\b|^have (?:an?|blocks|tokens)\b/m,
  '"also if": write "even if"': /\balso (?:if|when)\b/,
  'a rate without "per"': /\b(?:node a test|socket a URL|boundary a block)\b/,
  'an announcement: show it': /\bAfter (?:reading )?this page\b/i,
  'a circumlocution':
    /\bbrought in\b|\bits user is\b|\bwhose user is\b|\bas it is asked\b|\bneed(?:s)? nothing said\b|\bthe taking of\b|\bgoes on hanging\b|\bwhat was said to\b|\btries? .* times again\b|\btrips? over\b|\bjump back counts\b|\bwhatever was\b|\bit is the newest\b|\bto a verb a\b|\bin the place of\b|\bone and the same\b/i,
}

/** What is wrong with a text, each with the habit. */
export function findHabits(prose: string): string[] {
  return Object.entries(habits).flatMap(([habit, pattern]) =>
    [...prose.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
      ([match]) => `${habit}: ${match.trim().slice(0, 90)}`,
    ),
  )
}

/** Sentences a line, without code, headings and the addresses of links. */
export function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/\]\([^)\s]+\)/g, ']')
    .replaceAll(/^#+ .*$/gm, '')
    .split(/\n\n|\n(?=[-|]|\d+\. )/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' '))
    .map((paragraph) => paragraph.replace(/^- /, '').replaceAll(' | ', '\n'))
    .join('\n')
}

/** The words of its sentences: code, tables and headings are free. */
export function countWords(markdown: string): number {
  const prose = markdown
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/^(?:\||#).*$/gm, '')
  return (prose.match(/\S*\w\S*/g) ?? []).length
}

/** The comments and longer texts of a source file, a sentence each or more. */
export function commentsOf(source: string): string {
  const comments = source.matchAll(
    /\/\*\*?([\s\S]*?)\*\/|((?:^\s*\/\/.*\n)+)|(['`][^'`\n]* [^'`\n]*['`])/gm,
  )
  return [...comments]
    .map(([, block, lines, text]) =>
      (block ?? lines ?? text ?? '')
        .replaceAll(/^\s*(?:\*|\/\/) ?/gm, '')
        .replaceAll(/\s*\n\s*/g, ' ')
        .trim(),
    )
    .join('\n')
}
