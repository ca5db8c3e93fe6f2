import type { Failure, ReportSummary } from '../test-run/test-report.ts'
import type { Step } from './steps.ts'

/** What became of a step, before anything of it was run again. */
export interface StepOutcome {
  readonly step: Step
  readonly hasSucceeded: boolean
  /** What its tests reported; undefined if it runs none, or ended before it could report. */
  readonly report: ReportSummary | undefined
  /** Lines of its output that say what is wrong, of a step without a report. */
  readonly lines: readonly string[]
}

/** A file of tests that failed, run again when everything else had ended. */
export interface Repetition {
  readonly step: Step
  readonly file: string
  /** What failed the first time. */
  readonly first: readonly Failure[]
  /** What failed the second time; undefined if the file could not be run to its end. */
  readonly second: readonly Failure[] | undefined
}

/** Files whose failures are run again, each with the step that it failed in. */
export function filesToRepeat(outcomes: readonly StepOutcome[]): Omit<Repetition, 'second'>[] {
  return outcomes.flatMap(({ step, report }) => {
    if (step.repeat === undefined || report === undefined) return []
    return [...Map.groupBy(report.failures, ({ file }) => file)].map(([file, first]) => ({
      step,
      file,
      first,
    }))
  })
}

/** What `.ci/run` says at its end. */
export interface Verdict {
  readonly hasPassed: boolean
  /** Without the line of totals, which is the last of all. */
  readonly lines: readonly string[]
  readonly totals: string
}

/**
 * Judges a run: what failed twice, or in a step that has no tests, fails it; what passed at the second time is unsteady,
 * is listed and counts as passed.
 * @param date the day of the run, for the list of unsteady tests
 */
export function judge(
  outcomes: readonly StepOutcome[],
  repetitions: readonly Repetition[],
  date: string,
): Verdict {
  const unsteady = repetitions.flatMap(({ first, second }) =>
    first.filter((each) => isUnsteady(each, second)),
  )
  const failed = repetitions.filter(({ second }) => second === undefined || second.length > 0)
  const failedSteps = outcomes.filter(({ hasSucceeded, report }) => !hasSucceeded && !report?.failures.length)
  const failures = [
    ...failedSteps.flatMap(linesOfStep),
    ...failed.flatMap((repetition) =>
      failuresOf(repetition).flatMap((each) => linesOfTest(repetition, each)),
    ),
  ]
  const lines = [
    ...(unsteady.length === 0 ? [] : ['', ...unsteady.map((failure) => unsteadyLine(failure))]),
    ...(unsteady.length === 0 ? [] : ['Add to docs/unsteady-tests.md, until the cause is fixed:']),
    ...unsteady.map((failure) => tableRow(failure, date)),
    ...(failures.length === 0 ? [] : ['', 'Failed:', ...failures]),
  ]
  const sum = (of: (report: ReportSummary) => number) =>
    outcomes.reduce((total, { report }) => total + (report === undefined ? 0 : of(report)), 0)
  const failedCount =
    failedSteps.length + failed.reduce((total, repetition) => total + failuresOf(repetition).length, 0)
  const passed = sum((report) => report.passed) + unsteady.length
  return {
    hasPassed: failedCount === 0,
    lines,
    totals: `${passed} passed, ${failedCount} failed, ${sum((report) => report.skipped)} skipped`,
  }
}

/** Failures of the second time; those of the first where there is no second. */
const failuresOf = ({ first, second }: Repetition) => (second === undefined ? first : second)

function isUnsteady({ title }: Failure, second: Repetition['second']): boolean {
  return second !== undefined && !second.some((again) => again.title === title)
}

function linesOfTest({ step, file }: Repetition, { title, message }: Failure): string[] {
  const repeat = step.repeat!(file).join(' ')
  return [`  ${step.name}: ${file}`, `    ${title}`, `    ${message}`, `    repeat: ${repeat}`]
}

function linesOfStep({ step, lines }: StepOutcome): string[] {
  const repeat = step.command.map((word) => (word.includes('*') ? `'${word}'` : word)).join(' ')
  return [`  ${step.name}`, ...lines.map((line) => `    ${line}`), `    repeat: ${repeat}`]
}

function unsteadyLine({ file, title, message }: Failure): string {
  return `unsteady: ${file}, ${title}, ${message}`
}

function tableRow({ file, title, message }: Failure, date: string): string {
  const cells = [date, file, title, message].map((cell) => cell.replaceAll('|', '\\|'))
  return `| ${cells.join(' | ')} |`
}
