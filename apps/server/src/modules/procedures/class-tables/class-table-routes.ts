import { csvHead, csvLines, pageOf, type ClassTable, type classTableOperations } from '@plumbline/contract'
import { classTableFile, readClassTableFile } from '@plumbline/contract/procedure'
import { ApiError, issuesRefusal, notFound } from '../../../platform/errors.ts'
import { admitsTag, readTokens, tagOf, type Handlers, type Response } from '../../../platform/http/index.ts'
import { attachmentHeader } from '../../../platform/storage/index.ts'
import type { Caller } from '../../access/index.ts'
import type { ProcedureParts } from '../revisions/lock-revisions.ts'
import { changeClassTable, createClassTable, retireClassTable } from './change-class-tables.ts'
import { findClassTable, pageOfClassTables } from './class-table-store.ts'

/** Handlers of a workspace's class tables. */
export function classTableRoutes(parts: ProcedureParts): Handlers<typeof classTableOperations, Caller> {
  return {
    listClassTables: async ({ caller, query }) => {
      const withRetired = (readTokens('include', query.include, ['retired']) ?? []).length > 0
      const page = { ...query, withRetired }
      const { rows, total } = await pageOfClassTables(parts.db.in(caller.workspaceId), page)
      return { body: pageOf(rows, total, query) }
    },
    getClassTable: async ({ caller, params }) => versioned(await read(parts, caller, params.table_id)),
    createClassTable: async ({ caller, body }) => versioned(await createClassTable(parts, caller, body)),
    updateClassTable: async ({ caller, params, headers, body }) => {
      const change = { stated: body, requireVersion: versionAsked(headers['if-match']) }
      return versioned(await changeClassTable(parts, caller, params.table_id, change))
    },
    importClassTableRows: async ({ caller, params, headers, body }) => {
      const stated = (present: ClassTable) => {
        const { classes, rows, issues } = readClassTableFile(body.csv, present)
        if (issues.length > 0) throw issuesRefusal(issues)
        return { classes, rows }
      }
      const change = { stated, requireVersion: versionAsked(headers['if-match']) }
      return versioned(await changeClassTable(parts, caller, params.table_id, change))
    },
    retireClassTable: async ({ caller, params, headers, body: { reason } }) => {
      const retirement = { reason, requireVersion: versionAsked(headers['if-match']) }
      return versioned(await retireClassTable(parts, caller, params.table_id, retirement))
    },
    exportClassTableRows: async ({ caller, params }) => {
      const table = await read(parts, caller, params.table_id)
      const { heads, lines } = classTableFile(table)
      return file(csvHead(heads) + csvLines(lines), `${table.name}.csv`)
    },
  }
}

async function read({ db }: ProcedureParts, caller: Caller, tableId: string): Promise<ClassTable> {
  const table = await findClassTable(db.in(caller.workspaceId), tableId)
  if (!table) throw notFound()
  return table
}

function versioned(table: ClassTable): Response {
  return { body: table, headers: { etag: versionOf(table) } }
}

function versionOf({ id, version, retired_at }: ClassTable): string {
  return tagOf({ id, version, retired_at })
}

/** Refuses if the table is not the version that the request expects. @throws 412 PRECONDITION_FAILED */
function versionAsked(ifMatch: string | undefined): (present: ClassTable) => void {
  return (present) => {
    if (ifMatch === undefined || admitsTag(ifMatch, versionOf(present))) return
    throw new ApiError('PRECONDITION_FAILED')
  }
}

function file(text: string, name: string): Response {
  return {
    body: Buffer.from(text),
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': attachmentHeader(name),
      'x-content-type-options': 'nosniff',
    },
  }
}
