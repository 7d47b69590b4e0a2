/** 1st, 2nd, 3rd … */
export function ordinal(of: number): string {
  const teen = of % 100 >= 11 && of % 100 <= 13
  const ending = teen ? undefined : ['', 'st', 'nd', 'rd'][of % 10]
  return `${of}${ending || 'th'}`
}
