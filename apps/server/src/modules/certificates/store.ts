import { sql, type Queries, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'

/** What the public page shows of a certificate; all of it is printed on the certificate too. */
export interface PrintedFacts {
  laboratory: string
  item: string
  performedOn: string
  issuedOn: string
  result: string
}

/** An issued certificate. */
export interface IssuedCertificate {
  calibrationId: string
  certificateId: string
  number: string
  fileName: string
  printed: PrintedFacts
  sha256: Buffer
  sizeBytes: number
  ledgerIndex: number
  issuedAt: string
}

const columns = sql`
  calibration_id as "calibrationId", certificate_id as "certificateId", number, file_name as "fileName", printed,
  sha256, size_bytes as "sizeBytes", ledger_index as "ledgerIndex", issued_at as "issuedAt"`

/** Returns the certificate that was issued for a calibration. */
export async function findIssued(
  queries: WorkspaceQueries,
  calibrationId: string,
): Promise<IssuedCertificate | undefined> {
  const [row] = await queries.rows<IssuedCertificate>(sql`
    select ${columns}
    from certificates
    where workspace_id = ${queries.workspaceId} and calibration_id = ${calibrationId}`)
  return row
}

/** Returns which certificates were issued for calibrations; only IDs. */
export function issuedFor(
  queries: WorkspaceQueries,
  calibrationIds: readonly string[],
): Promise<Pick<IssuedCertificate, 'calibrationId' | 'certificateId'>[]> {
  return queries.rows(sql`
    select calibration_id as "calibrationId", certificate_id as "certificateId"
    from certificates
    where workspace_id = ${queries.workspaceId} and calibration_id = any(${calibrationIds}::uuid[])`)
}

/** Returns issued certificates in the order of their calibrations' IDs, starting after one. */
export function certificatesAfter(
  queries: WorkspaceQueries,
  after: string | null,
  limit: number,
): Promise<Pick<IssuedCertificate, 'calibrationId' | 'certificateId' | 'number' | 'sha256'>[]> {
  return queries.rows(sql`
    select calibration_id as "calibrationId", certificate_id as "certificateId", number, sha256
    from certificates
    where workspace_id = ${queries.workspaceId} and (${after}::uuid is null or calibration_id > ${after}::uuid)
    order by calibration_id
    limit ${limit}::bigint`)
}

/** Returns the last calibration of the workspace, by ID, that has a certificate. */
export async function lastCertified(queries: WorkspaceQueries): Promise<string | undefined> {
  const [row] = await queries.rows<{ calibrationId: string }>(sql`
    select calibration_id as "calibrationId"
    from certificates
    where workspace_id = ${queries.workspaceId}
    order by calibration_id desc
    limit 1`)
  return row?.calibrationId
}

/** Whether a number is already used by a certificate of the workspace. */
export async function numberIsTaken(queries: WorkspaceQueries, number: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select 1 from certificates
    where workspace_id = ${queries.workspaceId} and number = ${number}`)
  return rows.length > 0
}

export async function insertIssued(tx: Transaction, issued: IssuedCertificate): Promise<void> {
  await tx.batch([
    sql`
      insert into certificates (
        workspace_id, calibration_id, certificate_id, number, file_name, printed, sha256, size_bytes,
        ledger_index, issued_at
      ) values (
        ${tx.workspaceId}, ${issued.calibrationId}, ${issued.certificateId}, ${issued.number},
        ${issued.fileName}, ${JSON.stringify(issued.printed)}::jsonb, ${issued.sha256}, ${issued.sizeBytes},
        ${issued.ledgerIndex}, ${issued.issuedAt}
      )`,
    sql`
      insert into certificate_directory (certificate_id, workspace_id, calibration_id)
      values (${issued.certificateId}, ${tx.workspaceId}, ${issued.calibrationId})`,
  ])
}

/** Returns the certificate with a public ID, across workspaces. */
export async function findByPublicId(
  queries: Queries,
  certificateId: string,
): Promise<{ workspaceId: string; calibrationId: string } | undefined> {
  const [row] = await queries.rows<{ workspaceId: string; calibrationId: string }>(sql`
    select workspace_id as "workspaceId", calibration_id as "calibrationId"
    from certificate_directory
    where certificate_id = ${certificateId}`)
  return row
}
