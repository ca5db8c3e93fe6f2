import type { Failure, ReportSummary } from '../test-run/test-report.ts'
import type { Step } from './steps.ts'

/** The outcome of a step, before any of its files are run again. */
export interface StepOutcome {
  readonly step: Step
  readonly hasSucceeded: boolean
  /** The report of its tests; undefined if it runs none, or ended before it could report. */
  readonly report: ReportSummary | undefined
  /** For a step without a report: the lines of its output that describe the failure. */
  readonly lines: readonly string[]
}

/** A test file that failed and was run again after everything else had ended. */
export interface Repetition {
  readonly step: Step
  readonly file: string
  /** The failures of the first run. */
  readonly first: readonly Failure[]
  /** The failures of the second run; undefined if the file could not be run to its end. */
  readonly second: readonly Failure[] | undefined
}

/** Returns the files to run again, each with the step in which it failed. */
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

/** The last lines of `.ci/run`. */
export interface Verdict {
  readonly hasPassed: boolean
  /** All lines except the totals, which come last. */
  readonly lines: readonly string[]
  readonly totals: string
}

/**
 * Returns the verdict on a run. It fails if a file failed twice, or if a step without tests failed. Files that passed the
 * second time are listed as unsteady and count as passed.
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

/** Returns the failures of the second run, or those of the first if there was no second. */
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
