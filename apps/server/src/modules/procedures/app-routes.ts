import {
  csvHead,
  csvLines,
  type appProcedureOperations,
  type instrumentModelOperations,
} from '@plumbline/contract'
import { pointRows, pointsFileColumns, readPointsFile } from '@plumbline/contract/procedure'
import { ApiError, issuesRefusal, notFound } from '../../platform/errors.ts'
import { admitsTag, type Handlers, type Response } from '../../platform/http/index.ts'
import { attachmentHeader } from '../../platform/storage/index.ts'
import { confirmPassword, type Caller } from '../access/index.ts'
import { changeModel, createModel, removeModel } from './models/change-models.ts'
import { findFollowers } from './follower-store.ts'
import { findIdsOfModel, listModels } from './models/model-store.ts'
import { respondWithRevision, versionOf } from './revision-response.ts'
import { serializeFile, serializeRevision } from './serialize.ts'
import type { RevisionRow } from './revision.ts'
import { beginDraft, changeDraft, discardDraft } from './revisions/change-draft.ts'
import { createProcedure } from './revisions/create-procedure.ts'
import type { ProcedureParts } from './revisions/lock-revisions.ts'
import { releaseProcedure, withdrawProcedure } from './revisions/release-procedure.ts'
import { findRevision } from './store.ts'

/** Handlers of the procedure operations that only the app has. */
export function appProcedureRoutes(parts: ProcedureParts): Handlers<typeof appProcedureOperations, Caller> {
  return {
    ...fileRoutes(parts),
    getProcedureRevision: async ({ caller, params }) =>
      respondWithRevision(await read(parts, caller, params)),
    listProcedureFollowers: async ({ caller, params }) => {
      const followers = await findFollowers(
        parts.db.in(caller.workspaceId),
        params.procedure_id,
        caller.siteIds,
      )
      if (!followers) throw notFound()
      return { body: followers }
    },
    createProcedure: async ({ caller, body }) =>
      respondWithRevision(await createProcedure(parts, caller, body)),
    createProcedureDraft: async ({ caller, params }) =>
      respondWithRevision(await beginDraft(parts, caller, params.procedure_id)),
    updateProcedureDraft: async ({ caller, params, headers, body }) => {
      const requireVersion = versionAsked(headers['if-match'])
      const change = { stated: body, requireVersion }
      return respondWithRevision(await changeDraft(parts, caller, params.procedure_id, change))
    },
    discardProcedureDraft: async ({ caller, params }) => {
      await discardDraft(parts, caller, params.procedure_id)
      return {}
    },
    releaseProcedure: async ({ caller, params, headers, body: { password, meaning } }) => {
      await confirmPassword(parts, caller.id, password)
      const release = { meaning, requireVersion: versionAsked(headers['if-match']) }
      return respondWithRevision(await releaseProcedure(parts, caller, params.procedure_id, release))
    },
    withdrawProcedure: async ({ caller, params, body }) =>
      respondWithRevision(await withdrawProcedure(parts, caller, params.procedure_id, body.reason)),
  }
}

type FileOperations = Pick<
  typeof appProcedureOperations,
  'importProcedurePoints' | 'exportProcedure' | 'exportProcedurePoints'
>

/** Procedures as files. */
function fileRoutes(parts: ProcedureParts): Handlers<FileOperations, Caller> {
  return {
    importProcedurePoints: async ({ caller, params, headers, body }) => {
      const change = {
        stated: (present: Parameters<typeof readPointsFile>[1]) => {
          const { points, issues } = readPointsFile(body.csv, present)
          if (issues.length > 0) throw issuesRefusal(issues)
          return { points }
        },
        requireVersion: versionAsked(headers['if-match']),
      }
      return respondWithRevision(await changeDraft(parts, caller, params.procedure_id, change))
    },
    exportProcedure: async ({ caller, params }) => {
      const row = await read(parts, caller, params)
      const text = `${JSON.stringify(serializeFile(row), null, 2)}\n`
      return file(text, `${row.code}.json`, 'application/json')
    },
    exportProcedurePoints: async ({ caller, params }) => {
      const row = await read(parts, caller, params)
      const text = csvHead(pointsFileColumns) + csvLines(pointRows(serializeRevision(row)))
      return file(text, `${row.code}.csv`, 'text/csv; charset=utf-8; header=present')
    },
  }
}

/** Handlers of instrument models. */
export function instrumentModelRoutes(
  parts: ProcedureParts,
): Handlers<typeof instrumentModelOperations, Caller> {
  return {
    listInstrumentModels: async ({ caller }) => ({
      body: { data: await listModels(parts.db.in(caller.workspaceId)) },
    }),
    listInstrumentsOfModel: async ({ caller, params }) => {
      const ids = await findIdsOfModel(parts.db.in(caller.workspaceId), params.model_id, caller.siteIds)
      if (ids === null) throw notFound()
      return { body: { ids } }
    },
    createInstrumentModel: async ({ caller, body }) => ({ body: await createModel(parts, caller, body) }),
    updateInstrumentModel: async ({ caller, params, body }) => ({
      body: await changeModel(parts, caller, params.model_id, body),
    }),
    deleteInstrumentModel: async ({ caller, params }) => {
      await removeModel(parts, caller, params.model_id)
      return {}
    },
  }
}

async function read(
  { db }: ProcedureParts,
  caller: Caller,
  { procedure_id: procedureId, revision }: { procedure_id: string; revision: string },
): Promise<RevisionRow> {
  const row = await findRevision(db.in(caller.workspaceId), procedureId, Number(revision))
  if (!row) throw notFound()
  return row
}

/** Refuses if the revision is not the version that the request expects. @throws 412 PRECONDITION_FAILED */
function versionAsked(ifMatch: string | undefined): (present: RevisionRow) => void {
  return (present) => {
    if (ifMatch === undefined || admitsTag(ifMatch, versionOf(present))) return
    throw new ApiError('PRECONDITION_FAILED')
  }
}

function file(text: string, name: string, type: string): Response {
  return {
    body: Buffer.from(text),
    headers: {
      'content-type': type,
      'content-disposition': attachmentHeader(name),
      'x-content-type-options': 'nosniff',
    },
  }
}
