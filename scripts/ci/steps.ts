/** One part of `.ci/run`. */
export interface Step {
  readonly name: string
  readonly command: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Returns the command that runs one test file again; absent if the step runs no tests. */
  readonly repeat?: (file: string) => readonly string[]
}

/** Tests of `apps/server/test` that run the same everywhere: they use no database, or servers of their own. */
const SAME_EVERYWHERE = [
  'behind-proxies',
  'contract-examples',
  'failover',
  'measurement-schema',
  'replica',
  'request-schemas',
  'stopped-database',
]

const onPostgres15 = (...command: string[]) => ['bash', '.ci/on-postgres-15', ...command]

/**
 * All steps that must pass before a change lands, in order. The steps of one entry run at the same time: none of them uses
 * two processors throughout, and none promises how long something takes.
 */
export const steps: readonly (readonly Step[])[] = [
  [
    {
      name: "README's commands on a fresh machine",
      command: ['node', 'scripts/ci/prove-readme.ts'],
    },
  ],
  [
    {
      name: 'tests',
      command: ['npm', 'test'],
      repeat: (file) => ['npm', 'test', '--', file],
    },
  ],
  [
    {
      name: 'what the image and the tarball hold, read-only and as another user',
      command: onPostgres15('node', 'scripts/ci/prove-package.ts'),
    },
    { name: 'checks', command: ['npm', 'run', 'check'] },
  ],
  [
    { name: 'one more field, in a copy of the tree', command: ['npm', 'run', 'check:new-field'] },
    { name: 'one more resource, in a copy of the tree', command: ['npm', 'run', 'check:new-resource'] },
    {
      // Generators that cannot be downloaded are reported as skipped.
      name: 'clients that others generate from the document of the API',
      command: ['node', 'scripts/ci/prove-generated-clients.ts'],
    },
  ],
  [
    {
      name: 'the web application in a real browser, on PostgreSQL 15',
      command: onPostgres15('npm', 'test', '--', 'apps/web/test/**/*.browser.test.ts'),
      environment: { SCREENSHOTS: 'off' },
      repeat: (file) => onPostgres15('npm', 'test', '--', file),
    },
  ],
  [
    {
      // `apps/server/test` sends every operation that clients can send; the other folders contain the statements that differ
      // between versions.
      name: 'database tests on PostgreSQL 15, with the whole demo',
      command: onPostgres15(
        'npm',
        'test',
        '--',
        ...['modules/ledger', 'platform/db', 'doctor', 'demo'].map((folder) => `apps/server/src/${folder}`),
        // The restore moves rows from PostgreSQL 15 to the embedded 18.
        ...['rebuild', 'projections', 'cli/restore'].map((name) => `apps/server/src/${name}.test.ts`),
        `apps/server/test/!(${SAME_EVERYWHERE.join('|')}).test.ts`,
        ...['ledger', 'releases'].map((name) => `apps/server/test/${name}`),
      ),
      environment: { PLUMBLINE_WHOLE_DEMO: '1' },
      repeat: (file) => onPostgres15('npm', 'test', '--', file),
    },
  ],
]
