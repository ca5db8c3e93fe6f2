import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { failingCondition } from '../../compliance/index.ts'
import type { InstrumentAt } from '../../instruments/index.ts'
import { counts } from '../counting-store.ts'

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
 * Returns the doubts about a standard at an instant.
 * @param calibrates the instrument to be calibrated with the standard; null if unknown
 */
export async function findStandardDoubts(
  queries: WorkspaceQueries,
  { instrumentId, at }: InstrumentAt,
  calibrates: string | null,
): Promise<StandardDoubts> {
  const { workspaceId } = queries
  const [doubts] = await queries.rows<StandardDoubts>(sql`
    with basis as (
      select c.calibration_id, c.performed_at, c.reference_standard_asset_id
      from calibrations c
      where c.workspace_id = ${workspaceId} and c.instrument_id = ${instrumentId}
        and c.performed_at <= ${at}::timestamptz and ${counts}
      order by c.performed_at desc, c.chain_first_ledger_index desc, c.ledger_index desc
      limit 1)
    select
      exists (
        select from undecided_calibrations u
        join calibrations c on c.workspace_id = ${workspaceId} and c.calibration_id = u.calibration_id
        where u.workspace_id = ${workspaceId} and u.is_open and c.instrument_id = ${instrumentId}
          and c.performed_at <= ${at}::timestamptz and ${failingCondition(sql`c.result`)}
          and not exists (select from basis where basis.performed_at > c.performed_at)
      ) as "failurePending",
      exists (
        select from basis
        where basis.reference_standard_asset_id = ${calibrates}
          or exists (
            select from point_standards p
            where p.workspace_id = ${workspaceId} and p.calibration_id = basis.calibration_id
              and p.standard_asset_id = ${calibrates})
      ) as "calibratedWithInstrument"`)
  return doubts!
}
