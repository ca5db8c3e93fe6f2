import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pacedReading } from './paced-reading.ts'

/** Time that passes when the test says so, and a reading that it lets end. */
function opened() {
  const waits: { ms: number; end: () => void }[] = []
  const reads: { areas: string[]; end: () => void }[] = []
  let time = 0
  const ask = pacedReading<string>((areas) => new Promise((end) => reads.push({ areas: [...areas], end })), {
    now: () => time,
    wait: (ms) => new Promise((end) => waits.push({ ms, end })),
    random: () => 0.5,
  })
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
  return {
    ask,
    waits,
    areas: () => reads.map(({ areas }) => areas),
    pass: async () => {
      waits.at(-1)!.end()
      await settled()
    },
    finish: async (ms: number) => {
      time += ms
      reads.at(-1)!.end()
      await settled()
    },
  }
}

test('a change is read immediately, and changes that arrive while reading are read together after a pause', async () => {
  const { ask, areas, pass, finish, waits } = opened()
  ask(['due'])
  assert.equal(waits.at(-1)?.ms, 100)
  await pass()
  assert.deepEqual(areas(), [['due']])
  ask(['due'])
  ask(['activity', 'due'])
  await finish(10)
  assert.deepEqual([areas().length, waits.at(-1)?.ms], [1, 500])
  await pass()
  assert.deepEqual(areas(), [['due'], ['due', 'activity']])
})

test('the pause grows with the time that reading takes, within bounds', async () => {
  const { ask, pass, finish, waits } = opened()
  ask(['due'])
  await pass()
  await finish(800)
  assert.equal(waits.at(-1)?.ms, 3200)
  ask(['due'])
  await pass()
  await finish(60_000)
  assert.equal(waits.at(-1)?.ms, 15_000)
})

test('after a pause without changes, the next change is read immediately', async () => {
  const { ask, areas, pass, finish, waits } = opened()
  ask(['due'])
  await pass()
  await finish(10)
  await pass()
  assert.equal(areas().length, 1)
  ask(['due'])
  assert.equal(waits.at(-1)?.ms, 100)
  await pass()
  assert.equal(areas().length, 2)
})
