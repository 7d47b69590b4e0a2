/** A number of the environment, such as `STEPS=10000 npm run prove`. */
export function givenNumber(name: string, byDefault: number): number {
  const given = process.env[name]
  const number = given === undefined ? byDefault : Number(given)
  if (!(number > 0))
    throw new Error(`${name} is ${given}, but must be a number above 0.`)
  return number
}
