import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { failingCondition } from '../../compliance/index.ts'
import { counts, lastFirst } from '../counting-store.ts'

/** Doubts about a standard in addition to its condition, which follows from approved records only. */
export interface StandardDoubts {
  /**
   * Whether a record that finds the standard unfit is pending approval. It was performed by that instant and after
   * the calibration that counted then.
   */
  readonly failurePending: boolean
  /** Whether the calibration that counted then was made with the instrument that the standard is now to calibrate. */
  readonly calibratedWithInstrument: boolean
}

/**
 * Returns the doubts about standards at an instant, by the ID of each.
 * @param calibrates the instrument to be calibrated with them; null if unknown
 */
export async function findStandardDoubts(
  queries: WorkspaceQueries,
  { ids, at, calibrates }: { ids: readonly string[]; at: string; calibrates: string | null },
): Promise<ReadonlyMap<string, StandardDoubts>> {
  const { workspaceId } = queries
  const rows = await queries.rows<StandardDoubts & { instrumentId: string }>(sql`
    select
      used.instrument_id as "instrumentId",
      exists (
        select from undecided_calibrations u
        join calibrations c on c.workspace_id = ${workspaceId} and c.calibration_id = u.calibration_id
        where u.workspace_id = ${workspaceId} and u.is_open and c.instrument_id = used.instrument_id
          and c.performed_at <= ${at}::timestamptz and ${failingCondition(sql`c.result`)}
          and (basis.performed_at is null or basis.performed_at <= c.performed_at)
      ) as "failurePending",
      coalesce(
        basis.reference_standard_asset_id = ${calibrates}
          or exists (
            select from point_standards p
            where p.workspace_id = ${workspaceId} and p.calibration_id = basis.calibration_id
              and p.standard_asset_id = ${calibrates}),
        false
      ) as "calibratedWithInstrument"
    from unnest(${ids}::uuid[]) as used (instrument_id)
    left join lateral (
      select c.calibration_id, c.performed_at, c.reference_standard_asset_id
      from calibrations c
      where c.workspace_id = ${workspaceId} and c.instrument_id = used.instrument_id
        and c.performed_at <= ${at}::timestamptz and ${counts(workspaceId)}
      ${lastFirst}
      limit 1) basis on true`)
  return new Map(rows.map((row) => [row.instrumentId, row]))
}
