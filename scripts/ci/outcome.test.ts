import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { filesToRepeat, judge, type StepOutcome } from './outcome.ts'

const tests = {
  name: 'tests',
  command: ['npm', 'test'],
  repeat: (file: string) => ['npm', 'test', '--', file],
}
const checks = { name: 'checks', command: ['npm', 'run', 'check'] }
const failure = (title: string, message = 'it is not so') => ({ file: 'a.test.ts', title, message })

const outcomeOf = (...failures: ReturnType<typeof failure>[]): StepOutcome => ({
  step: tests,
  hasSucceeded: failures.length === 0,
  report: { passed: 7, failures, skipped: 2 },
  lines: [],
})
const checked = (hasSucceeded: boolean, ...lines: string[]): StepOutcome => ({
  step: checks,
  hasSucceeded,
  report: undefined,
  lines,
})

/** Returns the verdict if the failed files had this outcome when they were run again. */
function verdictAfter(outcomes: StepOutcome[], second: ReturnType<typeof failure>[] | undefined) {
  const repetitions = filesToRepeat(outcomes).map((each) => ({ ...each, second }))
  return judge(outcomes, repetitions, '2026-11-25')
}

describe('the end of .ci/run', () => {
  test('has nothing but the totals where everything passed', () => {
    assert.deepEqual(verdictAfter([outcomeOf(), checked(true)], []), {
      hasPassed: true,
      lines: [],
      totals: '7 passed, 0 failed, 2 skipped',
    })
  })

  test('names step, file, title, first line and command of what failed twice', () => {
    assert.deepEqual(verdictAfter([outcomeOf(failure('one'))], [failure('one', 'it is still not so')]), {
      hasPassed: false,
      lines: [
        '',
        'Failed:',
        '  tests: a.test.ts',
        '    one',
        '    it is still not so',
        '    repeat: npm test -- a.test.ts',
      ],
      totals: '7 passed, 1 failed, 2 skipped',
    })
  })

  test('passes and lists as unsteady what failed once', () => {
    assert.deepEqual(verdictAfter([outcomeOf(failure('one', 'a | b'))], []), {
      hasPassed: true,
      lines: [
        '',
        'unsteady: a.test.ts, one, a | b',
        'Add to docs/unsteady-tests.md, until the cause is fixed:',
        '| 2026-11-25 | a.test.ts | one | a \\| b |',
      ],
      totals: '8 passed, 0 failed, 2 skipped',
    })
  })

  test('of a file counts each test by itself', () => {
    const { hasPassed, totals } = verdictAfter([outcomeOf(failure('one'), failure('two'))], [failure('two')])
    assert.deepEqual([hasPassed, totals], [false, '8 passed, 1 failed, 2 skipped'])
  })

  test('fails where a file could not be run again to its end', () => {
    const { hasPassed, totals } = verdictAfter([outcomeOf(failure('one'))], undefined)
    assert.deepEqual([hasPassed, totals], [false, '7 passed, 1 failed, 2 skipped'])
  })

  test('fails with a step that has no tests, which is not run again', () => {
    const outcomes = [outcomeOf(), checked(false, 'FAIL lint', 'x is not used')]
    assert.deepEqual(filesToRepeat(outcomes), [])
    assert.deepEqual(verdictAfter(outcomes, []), {
      hasPassed: false,
      lines: ['', 'Failed:', '  checks', '    FAIL lint', '    x is not used', '    repeat: npm run check'],
      totals: '7 passed, 1 failed, 2 skipped',
    })
  })

  test('fails with a step of tests that ended before it could report', () => {
    const outcome = { ...outcomeOf(), hasSucceeded: false, report: undefined }
    assert.equal(verdictAfter([outcome], []).totals, '0 passed, 1 failed, 0 skipped')
  })

  test('fails with a step of tests whose report names no failure', () => {
    assert.equal(verdictAfter([{ ...outcomeOf(), hasSucceeded: false }], []).hasPassed, false)
  })
})
