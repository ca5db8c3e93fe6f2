import type { SubjectType } from '@plumbline/contract'

/**
 * Returns the events for open pages that result from entries about subjects of these types, each once. Changes of
 * instruments and calibrations do not need any, because they write the events that webhooks carry.
 */
export function pageEventsOf(subjects: readonly SubjectType[]): ('settings.changed' | 'activity.added')[] {
  return [...new Set(subjects.flatMap((subject) => EVENT_OF[subject] ?? []))]
}

const EVENT_OF: Readonly<Record<SubjectType, 'settings.changed' | 'activity.added' | null>> = {
  instrument: null,
  calibration: null,
  workspace: 'settings.changed',
  site: 'settings.changed',
  location: 'settings.changed',
  finding: 'activity.added',
  certificate: 'activity.added',
  document: 'activity.added',
  procedure: 'settings.changed',
  instrument_model: 'settings.changed',
  class_table: 'settings.changed',
  provider: 'settings.changed',
  invitation: 'activity.added',
  user: 'activity.added',
  service_account: 'activity.added',
  api_key: 'activity.added',
  webhook: 'activity.added',
}
