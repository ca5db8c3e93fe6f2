import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, Uuid } from '../../shared/values.ts'
import {
  CLASS_TABLES_MAX,
  ClassTable,
  ClassTableCreate,
  ClassTableFile,
  ClassTableListQuery,
  ClassTablePage,
  ClassTableRetirement,
  ClassTableUpdate,
} from './class-table.ts'

const cell = (deviation: string) => ({ nominal: null, upper: deviation, lower: deviation })
const row = (from: string, to: string, ...deviations: string[]) => ({
  designation: null,
  from,
  to,
  limits: deviations.map(cell),
})
const example: ClassTable = {
  id: '019345b9-4c21-7a8e-9b3d-2e6f70a1c584',
  name: 'Gauge blocks',
  source: 'ISO 3650:1998, table 5',
  unit: 'mm',
  deviation_unit: 'µm',
  classes: [
    { name: '0', member: null },
    { name: '1', member: null },
  ],
  rows: [row('0.5', '10', '0.12', '0.20'), row('10', '25', '0.14', '0.30')],
  version: 2,
  retired_at: null,
  retirement_reason: null,
  created_at: '2026-03-02T08:15:00.000Z',
  updated_at: '2026-11-21T04:56:39.123Z',
}
const { rows, ...exampleHead } = example

const tag = 'Procedures'
const writers = ['admin', 'manager'] as const
const params = Closed({ table_id: Uuid() })
const readErrors = ['VALIDATION_ERROR', 'NOT_FOUND'] as const
const writeErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const
const version = {
  reply: { ETag: 'Version of the table; send it back as If-Match when you change it.' },
  request: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
}
const reply = (description: string, shown: ClassTable = example) =>
  ({ status: 200, schema: ClassTable, description, headers: version.reply, example: shown }) as const

/** Operations on tables of tolerance classes, from which points of gauges are created. */
export const classTableOperations = defineOperations({
  listClassTables: {
    method: 'GET',
    path: '/class-tables',
    tag,
    summary: 'List class tables',
    description: 'Sorted by name.',
    scope: 'read',
    query: ClassTableListQuery,
    reply: {
      status: 200,
      schema: ClassTablePage,
      description: 'A page of tables.',
      example: {
        data: [{ ...exampleHead, row_count: rows.length }],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
  getClassTable: {
    method: 'GET',
    path: '/class-tables/{table_id}',
    tag,
    summary: 'Read a class table',
    scope: 'read',
    params,
    reply: reply('The table.'),
    errors: readErrors,
  },
  createClassTable: {
    method: 'POST',
    path: '/class-tables',
    tag,
    summary: 'Add a class table',
    description: `409 if another table has the name, or if the workspace already has ${CLASS_TABLES_MAX} tables.`,
    scope: 'write',
    roles: writers,
    body: ClassTableCreate,
    reply: { ...reply('The table.', { ...example, version: 1 }), status: 201 },
    errors: writeErrors,
  },
  updateClassTable: {
    method: 'PATCH',
    path: '/class-tables/{table_id}',
    tag,
    summary: 'Change a class table',
    description:
      'Only the members that are sent are changed; classes and rows are replaced as a whole. Points created from the table do not change. 409 for a retired table.',
    scope: 'write',
    roles: writers,
    params,
    headers: version.request,
    body: ClassTableUpdate,
    reply: reply('The table after the change.'),
    errors: [...writeErrors, 'NOT_FOUND', 'PRECONDITION_FAILED'],
  },
  importClassTableRows: {
    method: 'POST',
    path: '/class-tables/{table_id}/rows',
    tag,
    summary: 'Replace the classes and rows of a table with those of a file',
    description: '409 for a retired table.',
    scope: 'write',
    roles: writers,
    params,
    headers: version.request,
    body: ClassTableFile,
    reply: reply('The table after the change.'),
    errors: [...writeErrors, 'NOT_FOUND', 'PRECONDITION_FAILED'],
  },
  retireClassTable: {
    method: 'POST',
    path: '/class-tables/{table_id}/retire',
    tag,
    summary: 'Retire a class table',
    description:
      'Permanent: no more points can be created from the table, and its name becomes available. Points created from it do not change. 409 for a retired table.',
    scope: 'write',
    roles: writers,
    params,
    headers: version.request,
    body: ClassTableRetirement,
    reply: reply('The retired table.', {
      ...example,
      retired_at: '2026-11-21T04:56:39.123Z',
      retirement_reason: 'Replaced by the edition of 2026',
    }),
    errors: [...writeErrors, 'NOT_FOUND', 'PRECONDITION_FAILED'],
  },
  exportClassTableRows: {
    method: 'GET',
    path: '/class-tables/{table_id}/rows.csv',
    tag,
    summary: 'Export the rows of a table',
    description: 'One line per row.',
    scope: 'read',
    params,
    reply: { status: 200, contentType: 'text/csv', description: 'The file.' },
    errors: readErrors,
  },
})
