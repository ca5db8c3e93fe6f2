import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { failingCondition } from '../../compliance/index.ts'
import type { InstrumentAt } from '../../instruments/index.ts'
import { counts } from '../counting-store.ts'

/** What speaks against a standard beside its condition, which follows from approved records alone. */
export interface StandardDoubts {
  /** Whether a record that finds it unfit, performed by then and after what counted then, is pending approval. */
  readonly failurePending: boolean
  /** Whether the calibration that counted then was made with the instrument that it is to calibrate now. */
  readonly calibratedWithInstrument: boolean
}

/**
 * Reads what speaks against a standard at an instant.
 * @param calibrates the instrument that it is to be the standard of; null where that is not known
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
