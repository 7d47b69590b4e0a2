import { expect, test } from 'vitest'
import { deferred } from '../scripts/build/onFirstUse.js'
import { findTables } from '../scripts/build/tables.js'

/** What code returns as it is, and with each table made at its first use. */
function run(code: string) {
  const tables = findTables(code)
  const of = (text: string) => new Function('log', 'Clock', text)
  const log: unknown[] = []
  const note = (value: unknown) => {
    log.push(value)
    return value
  }
  const Clock = { now: () => 7 }
  const later = of(deferred(code, tables))(note, Clock)
  const loggedLater = log.splice(0)
  expect(of(code)(note, Clock)).toEqual(later)
  return { names: tables.map(({ name }) => name), later, loggedLater }
}

test('a table that is used twice is made once, when it is first used', () => {
  const { names, later } = run(`
    var count = { made: [] };
    function make(value) { count.made.push(value); return { value } }
    var first = make(1);
    var second = { first, other: new Map([[first.value, first]]) };
    var before = count.made.length;
    return [second.first === first, second.other.get(1) === first, count.made.length];`)
  expect(names).toEqual(['count', 'first', 'second'])
  expect(later).toEqual([true, true, 1])
})

test('a name that a function has of its own is no table', () => {
  const { names, later } = run(`
    var table = { value: 1 };
    function shadow(table) { return table.value }
    function inner() { const { table } = { table: { value: 3 } }; return table.value }
    return [table.value, shadow({ value: 2 }), inner(), { table }.table.value];`)
  expect(names).toEqual(['table'])
  expect(later).toEqual([1, 2, 3, 1])
})

test('a class in a table can be made new, and a member of its name stays', () => {
  const { names, later } = run(`
    function create() { return class { table = 4 } }
    var table = create();
    return [new table().table, { table: 5 }.table];`)
  expect(names).toEqual(['table'])
  expect(later).toEqual([4, 5])
})

test('what reads a clock, a global or a variable that changes is no table', () => {
  const { names } = run(`
    var calls = 0;
    function next() { calls++; return { calls } }
    function now() { return Clock.now() }
    var order = next();
    var time = { at: now() };
    var held = { Clock };
    var waits = { now: () => Clock.now() };
    var changed = { value: 1 };
    changed = { value: 2 };
    return [order.calls, time.at, waits.now(), changed.value, held.Clock.now()];`)
  expect(names).toEqual(['waits'])
})
