import type { Command } from 'commander'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import { explain, openForCommand } from './command.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Look at settings, database, files and clock, and report problems with their fixes.')
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      const findings = await examine({
        open: (config) => openForCommand(config, { isExamining: true, absentSecret: 'ignore' }),
        explain: (error) => explain(error).join(' '),
      })
      const isWell = findings.every(({ state }) => state !== 'error')
      const json = { well: isWell, findings }
      process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${textOf(findings, isWell)}\n`)
      if (!isWell) process.exitCode = 1
    })
}

const MARKS = { ok: 'ok      ', warning: 'look    ', error: 'ERROR   ' } as const

function textOf(findings: readonly Finding[], isWell: boolean): string {
  const lines = findings.flatMap(({ check, state, says, fix }) => [
    `${MARKS[state]}${check}: ${says}`,
    ...(fix === undefined ? [] : [`        → ${fix}`]),
  ])
  const errors = findings.filter(({ state }) => state === 'error').length
  return [...lines, isWell ? 'All is well.' : `${errors} ${errors === 1 ? 'error' : 'errors'}.`].join('\n')
}
