import {
  because,
  importTargetsOf,
  type ImportKind,
  type ImportOptions,
  type ImportRequest,
  type ImportTarget,
} from '@plumbline/contract'
import { ApiError, unusableValue } from '../../platform/errors.ts'
import { ObjectMissing } from '../../platform/storage/index.ts'
import { reachesSite, type Caller } from '../access/index.ts'
import { requestJob } from '../jobs/index.ts'
import { findSite } from '../workspaces/index.ts'
import type { ImportInput } from './import-state.ts'
import { importKeySecrets, type ImportParts } from './parts.ts'
import { importFileKey, readImportKey } from './rules/import-key.ts'

/**
 * Creates a job that imports an uploaded file, or previews the import. The file is first moved to where no upload URL
 * leads, and remains there for further imports of it.
 * @returns the ID of the import
 * @throws 403 FORBIDDEN for a caller without sites; 409 OBJECT_NOT_UPLOADED; 422 INVALID_REQUEST for a key that was not
 * issued for an import, a column that is mapped to a field of another kind of file, or a site that the caller has no access
 * to
 */
export async function startImport(parts: ImportParts, caller: Caller, body: ImportRequest): Promise<string> {
  const { document_key: key, options = {}, preset = null, dry_run: dryRun = false } = body
  if (caller.siteIds?.length === 0) throw new ApiError('FORBIDDEN', { reason: because('access.no_site') })
  const grant = readImportKey(importKeySecrets(parts.secrets), key)
  if (grant?.workspaceId !== caller.workspaceId) {
    throw unusableValue('document_key', because('import.not_registered_upload'))
  }
  requireTargets(body.kind, options.mapping)
  await requireSite(parts, caller, options.site_id)
  const file = importFileKey(grant)
  await takeFile(parts, key, file)
  const input: ImportInput = {
    kind: body.kind,
    file,
    fileName: body.file_name?.trim() || null,
    preset,
    options: { ...options, ...(options.site_id && { site_id: options.site_id.toLowerCase() }) },
    dryRun,
    siteIds: caller.siteIds,
  }
  return parts.db.transaction(caller.workspaceId, async (tx) =>
    requestJob(tx, parts, caller, { kind: 'import', input }),
  )
}

/** @throws 422 INVALID_REQUEST for a field that files of the kind do not have */
function requireTargets(kind: ImportKind, mapping: ImportOptions['mapping'] = {}): void {
  const targets: readonly ImportTarget[] = importTargetsOf[kind]
  for (const [column, field] of Object.entries(mapping)) {
    if (targets.includes(field)) continue
    throw unusableValue('options.mapping', because('import.field_of_other_kind', { column, field }))
  }
}

/** @throws 422 INVALID_REQUEST for a site that the caller has no access to */
async function requireSite({ db }: ImportParts, caller: Caller, siteId: string | undefined): Promise<void> {
  if (siteId === undefined) return
  const id = siteId.toLowerCase()
  if (reachesSite(caller, id) && (await findSite(db.in(caller.workspaceId), id))) return
  throw unusableValue('options.site_id', because('place.site_unreachable'))
}

/** @throws 409 OBJECT_NOT_UPLOADED */
async function takeFile({ storage }: ImportParts, from: string, to: string): Promise<void> {
  try {
    await storage.move(from, to)
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error
    // A file that an earlier import has already moved.
    await storage.head(to).catch((missing: unknown) => {
      if (!(missing instanceof ObjectMissing)) throw missing
      throw new ApiError('OBJECT_NOT_UPLOADED', { cause: missing })
    })
  }
}
