/** Names of what every run is judged by, besides its invariants. */
export const basics = {
  passes: 'the test passes',
  ends: 'the test ends',
  goesOn: 'time goes on',
  isSeen: 'what is watched can be seen',
} as const
