// `npm run check`: runs every check, even after one has failed.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** If the dependency rule saw fewer modules than this, it did not work. */
const MODULES_MIN = 1000

interface Check {
  name: string
  command: [string, ...string[]]
  /** Checks the output of a command that succeeded. Returns what is wrong with it, if anything. */
  verify?: (output: string) => string | undefined
}

const checks: Check[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web application', command: ['tsc', '-p', 'apps/web/tsconfig.json'] },
  { name: 'lint', command: ['oxlint', '.'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  {
    name: 'dependency rule',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      'apps',
      'packages',
      'scripts',
      'bench',
    ],
    verify: verifyModules,
  },
  { name: 'SQL in its rooms', command: ['node', 'scripts/check-sql.ts'] },
  { name: 'unused code', command: ['knip', '--no-progress'] },
  { name: 'OpenAPI current', command: ['node', 'scripts/write-openapi.ts', '--check'] },
  { name: 'OpenAPI lint', command: ['redocly', 'lint', 'docs/api/openapi.json'] },
]

const failed = checks.filter((check) => !passes(check))
process.stdout.write(
  failed.length === 0
    ? `All ${checks.length} checks passed.\n`
    : `Failed: ${failed.map(({ name }) => name).join(', ')}.\n`,
)
process.exitCode = failed.length > 0 ? 1 : 0

function passes({ name, command, verify }: Check): boolean {
  const [program, ...options] = command
  // npm adds node_modules/.bin to PATH; the output of the dependency rule is large.
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const problem = error?.message ?? (status === 0 ? verify?.(stdout) : undefined)
  const passed = status === 0 && problem === undefined
  process.stdout.write(`${passed ? 'ok  ' : 'FAIL'} ${name}\n`)
  if (!passed) process.stdout.write(`${problem ?? (verify ? summaryOf(stdout) : stdout)}${stderr}\n`)
  return passed
}

interface Cruise {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
}

/** Without its parser, the dependency rule finds no modules and passes. */
function verifyModules(output: string): string | undefined {
  const { summary } = JSON.parse(output) as Cruise
  if (summary.totalCruised < MODULES_MIN) return `only ${summary.totalCruised} modules were looked at`
  return summary.violations.length > 0 ? summaryOf(output) : undefined
}

function summaryOf(output: string): string {
  const { summary } = JSON.parse(output) as Cruise
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).join('\n')
}
