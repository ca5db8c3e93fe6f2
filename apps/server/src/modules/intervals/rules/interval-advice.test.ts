import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { intervalAdvice, type AdviceSubject } from './interval-advice.ts'
import { likelyFailureRate } from './failure-rate.ts'

const events = (inTolerance: number, count: number, length = 12) =>
  Array.from({ length: count }, (_, index) => ({ inTolerance: index < inTolerance, length }))

const advise = (inTolerance: number, count: number, members: Partial<AdviceSubject> = {}) =>
  intervalAdvice({
    events: events(inTolerance, count),
    targetReliability: 0.95,
    currentInterval: 12,
    ...members,
  })

test('19 of 20 in tolerance at a target of 0.95 keep the interval', () => {
  const advice = advise(19, 20)
  assert.deepEqual(
    [advice.method, advice.observedReliability, advice.suggestedInterval, advice.reason],
    ['a3', 0.95, 12, 'target_within_confidence'],
  )
  const { level, lower, upper } = advice.confidence!
  assert.deepEqual([level, lower.toFixed(4), upper.toFixed(4)], [0.95, '0.7513', '0.9987'])
})

test('15 of 20 shorten it, to half at most', () => {
  const advice = advise(15, 20)
  const { lower, upper } = advice.confidence!
  assert.deepEqual([lower.toFixed(4), upper.toFixed(4)], ['0.5090', '0.9134'])
  assert.equal(advice.computedInterval!.toFixed(2), '2.14')
  assert.deepEqual([advice.suggestedInterval, advice.reason], [6, 'target_above_confidence'])
  assert.equal(advise(15, 20, { floor: 9 }).suggestedInterval, 9)
  assert.equal(advise(15, 20, { currentInterval: 7 }).suggestedInterval, 4)
  assert.equal(advise(0, 20).suggestedInterval, 6)
})

test('48 of 50 at a target of 0.85 lengthen it, to double at most', () => {
  const advice = advise(48, 50, { targetReliability: 0.85 })
  assert.deepEqual(
    [advice.method, advice.suggestedInterval, advice.reason],
    ['s1', 24, 'target_below_confidence'],
  )
  assert.ok(Math.abs(advice.computedInterval! - (12 * Math.log(0.85)) / Math.log(0.96)) < 1e-9)
  assert.equal(advise(48, 50, { targetReliability: 0.85, ceiling: 18 }).suggestedInterval, 18)
  assert.equal(advise(29, 29, { targetReliability: 0.8 }).suggestedInterval, 24)
})

test('from 30 events on a failure rate is fitted to intervals of all lengths', () => {
  const long = [...events(18, 20, 24), ...events(20, 20, 6)]
  const rate = likelyFailureRate(long)
  assert.ok(rate > 0)
  const slope = (2 * 24) / Math.expm1(rate * 24) - (18 * 24 + 20 * 6)
  assert.ok(Math.abs(slope) < 1e-6)
  assert.equal(likelyFailureRate(events(5, 5)), 0)
  assert.equal(likelyFailureRate(events(0, 5)), Infinity)
  assert.equal(advise(29, 29).method, 'a3')
  assert.equal(advise(30, 30).method, 's1')
})

test('the interval follows from the failure rate of all lengths from 30 events on, from the observed share before', () => {
  const lengths = (count: number) => [...events(count - 7, count, 24), ...events(count, count, 6)]
  const many = advise(0, 0, { events: lengths(20), targetReliability: 0.99 })
  const rate = -Math.log(0.99) / likelyFailureRate(lengths(20))
  assert.deepEqual([many.method, many.computedInterval], ['s1', rate])
  const few = advise(0, 0, { events: lengths(14), targetReliability: 0.99 })
  const share = (12 * Math.log(0.99)) / Math.log(21 / 28)
  assert.deepEqual([few.method, few.computedInterval], ['a3', share])
})

test('fewer than 6 events move the interval by a step, as the last one was', () => {
  const last = (inTolerance: boolean) => [...events(3, 4), { inTolerance, length: 12 }]
  const up = advise(0, 0, { events: last(true) })
  assert.deepEqual([up.method, up.suggestedInterval, up.reason], ['staircase', 13, 'last_in_tolerance'])
  const down = advise(0, 0, { events: last(false) })
  assert.deepEqual([down.suggestedInterval, down.reason], [6, 'last_out_of_tolerance'])
  assert.equal(advise(0, 0, { events: last(false), targetReliability: 0.8 }).suggestedInterval, 8)
})

test('from 6 events on their share decides, and no longer the last one', () => {
  assert.deepEqual([advise(5, 5).method, advise(6, 6).method], ['staircase', 'a3'])
  assert.equal(advise(6, 6).reason, 'target_within_confidence')
})

test('without events, or without an interval, there is no advice', () => {
  assert.deepEqual(advise(0, 0), {
    method: 'none',
    events: 0,
    inTolerance: 0,
    observedReliability: null,
    confidence: null,
    computedInterval: null,
    suggestedInterval: null,
    reason: 'no_events',
  })
  assert.equal(advise(9, 10, { currentInterval: null }).reason, 'no_interval')
})

test('a suggestion is a whole number between half and double, in the direction of its reason', () => {
  assertProperty(
    fc.property(
      fc.array(fc.record({ inTolerance: fc.boolean(), length: fc.integer({ min: 1, max: 60 }) }), {
        minLength: 1,
        maxLength: 60,
      }),
      fc.constantFrom(0.7, 0.85, 0.95, 0.99),
      fc.integer({ min: 1, max: 400 }),
      (ended, targetReliability, currentInterval) => {
        const { suggestedInterval: suggested, reason } = intervalAdvice({
          events: ended,
          targetReliability,
          currentInterval,
        })
        assert.ok(Number.isInteger(suggested))
        assert.ok(suggested! * 2 >= currentInterval && suggested! <= currentInterval * 2)
        if (reason === 'target_within_confidence') assert.equal(suggested, currentInterval)
        if (/below_confidence|last_in/.test(reason)) assert.ok(suggested! >= currentInterval)
        if (/above_confidence|last_out/.test(reason)) assert.ok(suggested! <= currentInterval)
      },
    ),
  )
})

test('equal events may be given as one with their count', () => {
  assertProperty(
    fc.property(
      fc.array(
        fc.record({
          inTolerance: fc.boolean(),
          length: fc.constantFrom(6, 12, 24),
          count: fc.integer({ min: 1, max: 9 }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      (alike) => {
        const single = alike.flatMap(({ count, ...event }) => Array.from({ length: count }, () => event))
        const [together, apart] = [alike, single].map((ended) => advise(0, 0, { events: ended }))
        assert.deepEqual({ ...together, computedInterval: 0 }, { ...apart, computedInterval: 0 })
      },
    ),
  )
})

test('a target exactly at a confidence limit is within the confidence', () => {
  const { lower, upper } = advise(15, 20).confidence!
  for (const targetReliability of [lower, upper])
    assert.equal(advise(15, 20, { targetReliability }).reason, 'target_within_confidence')
})

test('an interval of one unit is never shortened', () => {
  assert.equal(advise(0, 20, { currentInterval: 1 }).suggestedInterval, 1)
})

test('limits of the workspace that the interval already exceeds never reverse a suggestion', () => {
  assert.equal(advise(15, 20, { floor: 18 }).suggestedInterval, 12)
  assert.equal(advise(48, 50, { targetReliability: 0.85, ceiling: 9 }).suggestedInterval, 12)
})

test('records at short intervals never shorten an interval at whose end instruments were in tolerance', () => {
  const { reason, suggestedInterval } = advise(0, 0, {
    events: events(48, 50, 0.25),
    targetReliability: 0.85,
  })
  assert.deepEqual([reason, suggestedInterval], ['target_below_confidence', 12])
})
