import {
  daysBetween,
  formatDate,
  formatInstant,
  relativeDays,
  todayIn,
  zoneName,
} from '../../base/formats.ts'
import { endOfDay, lastDayOf } from '../../base/last-day.ts'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import styles from './app-frame.module.css'

/** Number of days before the end of access from which it is announced. */
const NOTICE_DAYS = 7

/** Tells auditors that their access is read-only, and when it ends. */
export function ReadOnlyMark() {
  const { role } = useWorkspace()
  const end = useEnd()
  if (role !== 'auditor') return null
  return (
    <p className={styles.readOnly}>
      <span className={styles.readOnlyWord}>{t('readOnly.word')}</span>
      {end && (
        <span className={styles.readOnlyEnd}>
          {t(end.isWholeDay ? 'readOnly.untilDay' : 'readOnly.until', end.words)}
        </span>
      )}
    </p>
  )
}

/** Tells auditors in the last days when their access ends. */
export function LastDaysBar() {
  const end = useEnd()
  const isNear = end !== undefined && end.days <= NOTICE_DAYS
  return (
    <div role="status" className={styles.offline} data-shown={isNear || undefined}>
      {isNear && (
        <>
          <Icon name="calendar" size={18} />
          {t(end.isWholeDay ? 'readOnly.endsDay' : 'readOnly.ends', {
            ...end.words,
            when: relativeDays(Math.max(0, end.days)),
          })}
        </>
      )}
    </div>
  )
}

/** Returns the end of access in the workspace's time zone; undefined if it does not end. */
function useEnd() {
  const { workspace, accessEndsAt } = useWorkspace()
  if (accessEndsAt === null) return undefined
  const { timezone } = workspace
  const lastDay = lastDayOf(accessEndsAt, timezone)
  return {
    /** Whether access lasts to the end of its last day. */
    isWholeDay: endOfDay(lastDay, timezone) === new Date(accessEndsAt).toISOString(),
    days: daysBetween(todayIn(timezone), lastDay),
    words: {
      date: formatDate(lastDay),
      at: formatInstant(accessEndsAt, timezone),
      zone: zoneName(timezone, new Date(Date.parse(accessEndsAt) - 1)),
    },
  }
}
