import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Deadline, DeadlinePassed } from './deadline.ts'
import { UnavailableError } from './errors.ts'
import { carryOutGroup, inGroups } from './grouping.ts'

const DEADLINE_MS = 60_000

/** Groups that are carried out when the test says so, with what was carried out. */
function held(
  fitting: (queue: readonly string[]) => number = (queue) => queue.length,
  waitingMax = 100,
  gathersMs?: () => number,
) {
  const groups: { items: readonly string[]; end: PromiseWithResolvers<readonly (string | Error)[]> }[] = []
  const add = inGroups<string, string>({
    fitting,
    carryOut: (items) => {
      const end = Promise.withResolvers<readonly (string | Error)[]>()
      groups.push({ items, end })
      return end.promise
    },
    deadlineMs: DEADLINE_MS,
    waitingMax,
    ...(gathersMs && { gathersMs }),
  })
  const finish = async (outcomes?: readonly (string | Error)[]) => {
    const { items, end } = groups.at(-1)!
    end.resolve(outcomes ?? items.map((item) => `${item} done`))
    await nextTurn()
  }
  return { add, finish, groups, carriedOut: () => groups.map(({ items }) => items) }
}

describe('concurrent requests', () => {
  test('share the next group, and a single one does not wait', async () => {
    const { add, finish, carriedOut } = held()
    const results = Promise.all(['a', 'b', 'c'].map((item) => add('one', item)))
    assert.deepEqual(carriedOut(), [['a']])
    await finish()
    assert.deepEqual(carriedOut(), [['a'], ['b', 'c']])
    await finish()
    assert.deepEqual(await results, ['a done', 'b done', 'c done'])
    void add('one', 'd')
    assert.deepEqual(carriedOut().at(-1), ['d'])
    await finish()
  })

  test('wait only for others of the same name, up to the size of a group', async () => {
    const { add, carriedOut, groups } = held(() => 1)
    const results = Promise.all([add('one', 'a'), add('one', 'b'), add('other', 'c')])
    assert.deepEqual(carriedOut(), [['a'], ['c']])
    for (const { items, end } of groups) end.resolve(items)
    await nextTurn()
    assert.deepEqual(carriedOut().at(-1), ['b'])
    groups.at(-1)!.end.resolve(['b'])
    assert.deepEqual(await results, ['a', 'b', 'c'])
  })

  test('wait for the callers of the previous group to return, if it had several', async () => {
    let gathersMs = DEADLINE_MS
    const { add, finish, carriedOut } = held(undefined, undefined, () => gathersMs)
    const results = ['a', 'b', 'c'].map((item) => add('one', item))
    await finish()
    await finish()
    results.push(add('one', 'd'))
    await nextTurn()
    assert.deepEqual(carriedOut(), [['a'], ['b', 'c']])
    results.push(add('one', 'e'))
    await nextTurn()
    assert.deepEqual(carriedOut().at(-1), ['d', 'e'])
    gathersMs = 0
    await finish()
    await Promise.all(results)
  })

  test('are refused individually', async () => {
    const { add, finish } = held()
    const refused = assert.rejects(add('one', 'a'), /not this one/)
    await finish([new Error('not this one')])
    await refused
  })

  test('are refused while too many are waiting', async () => {
    const { add, finish, carriedOut } = held(undefined, 2)
    const waiting = ['a', 'b', 'c'].map((item) => add('one', item))
    await assert.rejects(add('one', 'd'), UnavailableError)
    await finish()
    await finish()
    await Promise.all(waiting)
    assert.deepEqual(carriedOut(), [['a'], ['b', 'c']])
  })
})

describe('a request whose deadline passes', () => {
  test('leaves before its group starts', async () => {
    const { add, finish, carriedOut } = held()
    const first = add('one', 'a')
    const late = new Deadline(1).run(() => add('one', 'late'))
    const other = add('one', 'b')
    await assert.rejects(late, DeadlinePassed)
    await finish()
    assert.deepEqual(carriedOut(), [['a'], ['b']])
    await finish()
    assert.deepEqual(await Promise.all([first, other]), ['a done', 'b done'])
  })

  test('ends its group, none of which is executed again', async () => {
    const { add, finish, carriedOut } = held()
    const first = add('one', 'a')
    const others = [add('one', 'b'), new Deadline(20).run(() => add('one', 'late'))]
    await finish()
    assert.deepEqual(carriedOut(), [['a'], ['b', 'late']])
    for (const each of others) await assert.rejects(each, DeadlinePassed)
    await first
    const next = add('one', 'c')
    assert.deepEqual(carriedOut().at(-1), ['c'])
    await finish()
    await next
  })
})

describe('a group that fails as a whole', () => {
  const failing = (failure: (items: readonly string[]) => Error | undefined) => {
    const carriedOut: (readonly string[])[] = []
    const outcomes = carryOutGroup(['a', 'b', 'c'], async (items) => {
      carriedOut.push(items)
      const error = failure(items)
      if (error) throw error
      return items
    })
    return { carriedOut, outcomes }
  }
  const broken = new Error('broken')
  const away = new UnavailableError('the database', undefined)

  test('is executed one by one', async () => {
    const { carriedOut, outcomes } = failing((items) => (items.includes('b') ? broken : undefined))
    assert.deepEqual(await outcomes, ['a', broken, 'c'])
    assert.deepEqual(carriedOut, [['a', 'b', 'c'], ['a'], ['b'], ['c']])
  })

  test('is not executed again while a dependency is unavailable', async () => {
    const { carriedOut, outcomes } = failing(() => away)
    assert.deepEqual(await outcomes, [away, away, away])
    assert.equal(carriedOut.length, 1)
    const later = failing((items) => (items.length > 1 ? broken : items[0] === 'b' ? away : undefined))
    assert.deepEqual(await later.outcomes, ['a', away, away])
    assert.equal(later.carriedOut.length, 3)
  })
})
