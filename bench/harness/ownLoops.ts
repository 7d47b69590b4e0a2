type Loops = typeof import('../loops.js')

let instances = 0

/**
 * The loops as code of their own. V8 compiles a shared loop for all of its
 * callers, which would slow the fastest contestant down most.
 */
export function ownLoops(): Promise<Loops> {
  instances++
  const own: string = `../loops.js?instance=${instances}`
  return import(own)
}
