// The baseline: node:http and pg, one prepared statement, no key, no checks, JSON of the same rows. Prints its port.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { clientConfig } from '../../apps/server/src/platform/db/index.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openRuntime } from '../../apps/server/src/runtime.ts'

const { connection } = await openRuntime(readConfig(process.env))
const pool = new Pool({ ...clientConfig({ connection, role: undefined }), max: 10 })
const text = `
  select instrument_id as id, asset_tag, name, manufacturer, model, serial_number, status, is_quarantined,
    site_id, location_id, 'COMPLIANT' as compliance_status, basis_performed_at as last_calibration_at,
    due_date_0 as next_due_at, retired_at, false as deleted, null as due_extension
  from instruments
  where workspace_id = $1 and retired_at is null
  order by created_at, instrument_id
  limit 50`

const server = createServer((request, response) => {
  void reply(request.url?.slice(1), response)
})

async function reply(workspaceId: string | undefined, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query({ name: 'list', text, values: [workspaceId] })
  const pagination = { limit: 50, offset: 0, total: 0, has_more: true }
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ data: rows, pagination }))
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
