import type { AppInstrument, LocationSummary, Performer, SiteSummary } from '@plumbline/contract'
import { t, tIfKnown } from '../../base/messages.ts'

/** Returns the label of a register status; an unknown status is returned unchanged. */
export function statusWord(status: string | null): string | null {
  return status === null ? null : (tIfKnown(`instrumentStatus.${status}`) ?? status)
}

/** Returns an interval such as "12 months", or null. */
export function intervalWords(
  row: Pick<AppInstrument, 'calibration_interval_value' | 'calibration_interval_unit'>,
): string | null {
  const { calibration_interval_value: count, calibration_interval_unit: unit } = row
  if (count === null || unit === null) return null
  return tIfKnown(`interval.${unit}`, { count }) ?? `${count} ${unit}`
}

/** The name of a site or location. */
export function nameOf(places: readonly (SiteSummary | LocationSummary)[], id: string | null): string | null {
  return places.find((place) => place.id === id)?.name ?? null
}

/** Returns the name of the person responsible for an instrument; null if there is none, or while people are loading. */
export function responsibleName(
  people: readonly Performer[] | undefined,
  { responsible_id: id }: Pick<AppInstrument, 'responsible_id'>,
): string | null {
  if (id === null || people === undefined) return null
  return people.find((person) => person.id === id)?.name ?? t('instrument.responsibleWithoutPermission')
}

/** Whether an instrument of the plan was never calibrated, so that it is due without a due date. */
export function isDueNow({ due_date, compliance_status }: AppInstrument): boolean {
  return due_date === null && compliance_status !== null
}
