import type { SubjectType } from './entry-kind.ts'

/**
 * What open pages hear of entries about things of these types, each once. Of instruments and calibrations nothing:
 * their changes write the events that webhooks carry.
 */
export function pageEventsOf(subjects: readonly SubjectType[]): ('settings.changed' | 'activity.added')[] {
  return [...new Set(subjects.flatMap((subject) => HEARD[subject] ?? []))]
}

const HEARD: Readonly<Record<SubjectType, 'settings.changed' | 'activity.added' | null>> = {
  instrument: null,
  calibration: null,
  workspace: 'settings.changed',
  site: 'settings.changed',
  location: 'settings.changed',
  certificate: 'activity.added',
  document: 'activity.added',
  user: 'activity.added',
  api_key: 'activity.added',
  webhook: 'activity.added',
}
