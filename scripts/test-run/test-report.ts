import { relative } from 'node:path'
import type { EventData } from 'node:test'

/** A test that failed. */
export interface Failure {
  readonly file: string
  readonly title: string
  readonly message: string
}

/** The outcome of a run of tests, as `.ci/run` reads it. */
export interface ReportSummary {
  readonly passed: number
  /** The failed tests, each with the first line of its message. */
  readonly failures: readonly Failure[]
  readonly skipped: number
}

interface Timed {
  readonly file: string
  readonly title: string
  readonly durationMs: number
}

interface Skipped {
  readonly file: string
  readonly title: string
  readonly reason: string
}

/** Matches the seed in the message of a failed property test. */
const SEED = /\{ seed: (-?\d+)/

/** The name of failures outside a test. */
const WHOLE_FILE = '(the file as a whole)'

/** Collects the outcome of test files, each of which is a top-level test named by its path, and describes it. */
export class TestReport {
  readonly #root: string
  readonly #failures: Failure[] = []
  readonly #skipped: Skipped[] = []
  readonly #passed: Timed[] = []
  readonly #ended = new Set<string>()
  /** The failures of the current file, whose name is only known when it ends. */
  #current = nothingYet()

  constructor(root: string) {
    this.#root = root
  }

  /** Records a test that passed or was skipped. */
  pass({ name, nesting, skip, details }: EventData.TestPass): void {
    if (nesting === 0) return this.#endFile(name)
    if (skip !== undefined && skip !== false) {
      const reason = skip === true || skip === '' ? 'no reason given' : skip
      this.#current.skipped.push({ title: name, reason })
    } else if (details.type !== 'suite') {
      this.#current.tests.push({ title: name, durationMs: details.duration_ms })
    }
  }

  /** Records a failed test, except a parent that failed only because one of its parts did. */
  fail({ name, nesting, details }: EventData.TestFail): void {
    const { error } = details
    const isParent = 'failureType' in error && error.failureType === 'subtestsFailed'
    if (!isParent) {
      const title = nesting === 0 ? WHOLE_FILE : name
      this.#current.failures.push({ title, message: messageOf(error) })
    }
    if (nesting === 0) this.#endFile(name)
  }

  /**
   * Records files that were started or pending and have not ended, because their process died. Failures of the process
   * itself then add no information.
   * @param files paths from the root
   */
  endProcesses(files: readonly string[]): void {
    const unfinished = files.filter((file) => !this.#ended.has(file))
    if (unfinished.length === 0) return
    // The program of a process is in a temporary folder.
    const others = this.#failures.filter(({ file }) => !file.startsWith('..'))
    const message = 'has not ended: its process died, or none was left to run it'
    const theirs = unfinished.map((file) => ({ file, title: WHOLE_FILE, message }))
    this.#failures.splice(0, Infinity, ...others, ...theirs)
  }

  /** Returns the report for other programs. */
  summary(): ReportSummary {
    const failures = this.#failures.map((failure) => ({ ...failure, message: firstLineOf(failure.message) }))
    return { passed: this.#passed.length, failures, skipped: this.#skipped.length }
  }

  /** Returns the skipped tests with the reasons. */
  skippedLines(): string[] {
    return this.#skipped.map(({ file, title, reason }) => `  ${title} (${file}): ${reason}`)
  }

  /** Returns the slowest passed tests, slowest first. */
  slowestLines(count: number): string[] {
    return this.#passed
      .toSorted((one, other) => other.durationMs - one.durationMs)
      .slice(0, count)
      .map(
        ({ file, title, durationMs }) =>
          `  ${(durationMs / 1000).toFixed(2).padStart(7)} s  ${file}: ${title}`,
      )
  }

  /** Returns file, title and first line of each failure, and for property tests the seed and how to repeat them. */
  failureLines(): string[] {
    return this.#failures.flatMap(({ file, title, message }) => {
      const lines = [`  ${file}`, `    ${title}`, `    ${firstLineOf(message)}`]
      const seed = SEED.exec(message)?.[1]
      return seed === undefined
        ? lines
        : [...lines, `    seed ${seed}; repeat: npm test -- ${file} --seed ${seed}`]
    })
  }

  /** The last line of the output. */
  totals(): string {
    return `${this.#passed.length} passed, ${this.#failures.length} failed, ${this.#skipped.length} skipped`
  }

  #endFile(name: string): void {
    const file = relative(this.#root, name) || name
    this.#ended.add(file)
    const { failures, skipped, tests } = this.#current
    this.#failures.push(...failures.map((failure) => ({ ...failure, file })))
    this.#skipped.push(...skipped.map((each) => ({ ...each, file })))
    this.#passed.push(...tests.map((test) => ({ ...test, file })))
    this.#current = nothingYet()
  }
}

function nothingYet() {
  return {
    failures: [] as Omit<Failure, 'file'>[],
    skipped: [] as Omit<Skipped, 'file'>[],
    tests: [] as Omit<Timed, 'file'>[],
  }
}

/** Errors from a test process have what the test threw as their cause. */
function messageOf(error: Error): string {
  const { cause } = error
  return cause instanceof Error ? cause.message : error.message
}

function firstLineOf(message: string): string {
  return message.split('\n').find((line) => line.trim() !== '') ?? 'no message'
}
