// The part of `.ci/run` after the installation: runs every step, even after a failure; then runs the failed test files once
// more, one at a time; then prints what failed, how to repeat it, and the totals.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReportSummary } from '../test-run/test-report.ts'
import { filesToRepeat, judge, type Repetition, type StepOutcome } from './outcome.ts'
import { steps, type Step } from './steps.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Maximum number of output lines shown for a failed step without tests. */
const SHOWN_LINES_MAX = 12

/** If more files than this failed, a busy machine is not the cause, and none is run again. */
const REPEATED_FILES_MAX = 20

const reports = mkdtempSync(join(tmpdir(), 'plumbline-ci-'))
try {
  await main()
} finally {
  rmSync(reports, { recursive: true })
}

async function main(): Promise<void> {
  const outcomes: StepOutcome[] = []
  for (const [first, ...others] of steps) {
    // The first step prints as it runs, the others when they and it have ended.
    let printed = ''
    const carriedOut = [
      timed(first!, print),
      ...others.map(async (step) => {
        let text = ''
        const outcome = await timed(step, (more) => (text += more))
        printed += text
        return outcome
      }),
    ]
    outcomes.push(...(await Promise.all(carriedOut)))
    print(printed)
  }
  const { hasPassed, lines, totals } = judge(outcomes, await repeatFailed(outcomes), today())
  print([...lines, '', totals, ''].join('\n'))
  process.exitCode = hasPassed ? 0 : 1
}

/** Receives output. */
type Print = (text: string) => void

function print(text: string): void {
  process.stdout.write(text)
}

/** Carries a step out, and prints its name before it and its duration after it. */
async function timed(step: Step, show: Print): Promise<StepOutcome> {
  const begun = Date.now()
  show(`== ${step.name}\n`)
  const outcome = await carryOut(step, step.command, show)
  show(`== ${step.name}: ${Math.round((Date.now() - begun) / 1000)} s\n`)
  return outcome
}

/** Runs the failed files again, now that nothing else is running. */
async function repeatFailed(outcomes: readonly StepOutcome[]): Promise<Repetition[]> {
  const failed = filesToRepeat(outcomes)
  if (failed.length > REPEATED_FILES_MAX) return failed.map((each) => ({ ...each, second: undefined }))
  const repetitions: Repetition[] = []
  for (const each of failed) {
    print(`== once more: ${each.file}\n`)
    const { hasSucceeded, report } = await carryOut(each.step, each.step.repeat!(each.file), print)
    const second = hasSucceeded || report?.failures.length ? report?.failures : undefined
    repetitions.push({ ...each, second })
  }
  return repetitions
}

/** Runs a command of a step, passes its output on, and returns the outcome. */
async function carryOut(
  step: Step,
  [program = '', ...words]: readonly string[],
  show: Print,
): Promise<StepOutcome> {
  const reportFile = join(reports, `${step.name.replaceAll(/\W+/g, '-')}.json`)
  rmSync(reportFile, { force: true })
  const environment = { ...process.env, ...step.environment, TEST_REPORT_FILE: reportFile }
  const child = spawn(program, words, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const pass = (text: string) => {
    show(text)
    // Only the output of steps without tests is evaluated, and it is short.
    if (step.repeat === undefined) output += text
  }
  child.stdout.setEncoding('utf8').on('data', pass)
  child.stderr.setEncoding('utf8').on('data', pass)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  return { step, hasSucceeded: status === 0, report: readReport(reportFile), lines: tellingLines(output) }
}

function readReport(path: string): ReportSummary | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ReportSummary
  } catch {
    return undefined
  }
}

/** Returns the lines after the first one that begins with FAIL, or otherwise the end of the output. */
function tellingLines(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const first = lines.findIndex((line) => line.startsWith('FAIL'))
  return first === -1 ? lines.slice(-SHOWN_LINES_MAX) : lines.slice(first, first + SHOWN_LINES_MAX)
}

function today(): string {
  return Temporal.Now.plainDateISO('UTC').toString()
}
