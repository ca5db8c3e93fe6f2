import type { AppInstrument } from '@plumbline/contract'
import type { CsvColumn } from '../../components/csv/csv-export-button.tsx'
import { dateInZone } from '../../formats.ts'
import { t } from '../../messages.ts'
import type { OpenWorkspace } from '../../workspace.ts'
import { nameOf } from './instrument-columns.tsx'

/** Columns of the exported file: everything that the table can show, values as machines read them. */
export function instrumentCsv({ workspace, sites, locations }: OpenWorkspace): CsvColumn<AppInstrument>[] {
  const day = (instant: string | null) => instant && dateInZone(instant, workspace.timezone)
  return [
    { label: t('instrument.assetTag'), value: (row) => row.asset_tag },
    { label: t('instrument.name'), value: (row) => row.name },
    { label: t('instrument.manufacturer'), value: (row) => row.manufacturer },
    { label: t('instrument.model'), value: (row) => row.model },
    { label: t('instrument.serialNumber'), value: (row) => row.serial_number },
    { label: t('instrument.registerStatus'), value: (row) => row.status },
    { label: t('instrument.status'), value: (row) => row.compliance_status },
    { label: t('status.quarantined'), value: (row) => row.is_quarantined },
    { label: t('instrument.lastCalibration'), value: (row) => day(row.last_calibration_at) },
    { label: t('instrument.due'), value: (row) => day(row.next_due_at) },
    { label: t('instrument.intervalValue'), value: (row) => row.calibration_interval_value },
    { label: t('instrument.intervalUnit'), value: (row) => row.calibration_interval_unit },
    { label: t('instrument.site'), value: (row) => nameOf(sites, row.site_id) },
    { label: t('instrument.location'), value: (row) => nameOf(locations, row.location_id) ?? row.location },
    { label: t('instrument.category'), value: (row) => row.category },
    { label: t('instrument.department'), value: (row) => row.department },
    { label: t('instrument.unit'), value: (row) => row.unit_of_measure },
    { label: t('instrument.toleranceSpec'), value: (row) => row.tolerance_spec },
  ]
}
