import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mixedTables, volatileWrite } from './placed-statements.ts'

test('a statement over tables of a workspace and tables of one node is named', () => {
  const cases: [statement: string, tables: string | undefined][] = [
    ['select * from instruments i join sites s on s.workspace_id = $1', undefined],
    ['select * from outbox o join event_consumers c using (workspace_id)', undefined],
    ['select * from instruments i join people p on p.id = i.responsible_id', undefined],
    ['select * from api_keys k left join rate_windows r on r.bucket = k.key_id::text', undefined],
    ['delete from webhook_deliveries d using webhook_queue q', 'webhook_deliveries webhook_queue'],
    ['select * from jobs where job_id in (select key from graphile_worker.jobs)', 'graphile_worker jobs'],
    ['update jobs set state = $1 where exists (select from outbox where workspace_id = $2)', 'jobs outbox'],
  ]
  for (const [statement, tables] of cases) assert.equal(mixedTables(statement), tables, statement)
})

test('a row of a workspace is not written with a time that changes within the statement', () => {
  assert.equal(volatileWrite('update jobs set started_at = clock_timestamp()'), 'jobs')
  assert.equal(volatileWrite('insert into claims values ($1, clock_timestamp())'), 'claims')
  assert.equal(volatileWrite('insert into claims values ($1, statement_timestamp())'), undefined)
  assert.equal(volatileWrite('insert into job_workers values ($1, clock_timestamp())'), undefined)
  assert.equal(volatileWrite('select clock_timestamp() from jobs'), undefined)
})
