import { Text, Tooltip } from '@mantine/core'
import {
  dateInZone,
  daysBetween,
  formatDate,
  formatInstant,
  relativeDays,
  relativeInstant,
  todayIn,
  zoneName,
} from '../base/formats.ts'
import { t } from '../base/messages.ts'
import { useWorkspace } from '../state/workspace.ts'

/** A calendar date, optionally followed by relative words. */
export function DateText({ date, relative = false }: { date: string; relative?: boolean }) {
  const { workspace } = useWorkspace()
  return (
    <time dateTime={date}>
      {formatDate(date)}
      {relative && (
        <Text span c="dimmed" size="sm">
          {' · '}
          {relativeDays(daysBetween(todayIn(workspace.timezone), date))}
        </Text>
      )}
    </time>
  )
}

const whole = { whiteSpace: 'nowrap' } as const

/** A due date as the day it is in the workspace's zone: "in 3 days", "12 days overdue". */
export function DueText({
  dueAt,
  zone,
  relative = true,
  never = false,
  lines = false,
}: {
  dueAt: string | null
  zone?: string
  relative?: boolean
  /** Whether the instrument is in the plan and was never calibrated, so that it is due now without a date. */
  never?: boolean
  /** Whether the relative words take a line of their own. */
  lines?: boolean
}) {
  const { workspace } = useWorkspace()
  if (never) return <span>{t('due.never')}</span>
  if (dueAt === null) return <span>–</span>
  const inZone = zone ?? workspace.timezone
  const date = /^\d{4}-\d\d-\d\d$/.test(dueAt) ? dueAt : dateInZone(dueAt, inZone)
  const days = daysBetween(todayIn(inZone), date)
  return (
    <time dateTime={date}>
      {/* Where there is no room for both in one line, each stays whole in its own. */}
      <span style={whole}>
        {formatDate(date)}
        {relative && !lines && (
          <Text span size="sm" c="dimmed">
            {' ·'}
          </Text>
        )}
      </span>
      {relative && (
        <Text
          span
          size="sm"
          c={days < 0 ? 'var(--status-bad)' : 'dimmed'}
          {...(lines && { style: { display: 'block', lineHeight: 1.2 } })}
        >
          {' '}
          <span style={whole}>{dueWords(days)}</span>
        </Text>
      )}
    </time>
  )
}

/**
 * How far away a due date is, in words: "in 3 days", "due today", "205 days overdue". Lateness is counted in days, as reports
 * count it.
 */
export function dueWords(days: number): string {
  if (days === 0) return t('due.today')
  return days > 0 ? relativeDays(days) : t('due.overdue', { count: -days })
}

/**
 * An instant in the workspace's time zone. The name of the zone is shown if the reader's zone differs or with `named`, and
 * always on hover.
 */
export function InstantText({
  at,
  named = false,
  relative = false,
  seconds = false,
}: {
  at: string | null
  named?: boolean
  relative?: boolean
  seconds?: boolean
}) {
  const { workspace } = useWorkspace()
  if (at === null) return <span>–</span>
  const zone = zoneName(workspace.timezone, at)
  const text = formatInstant(at, workspace.timezone, seconds)
  return (
    <Tooltip label={`${text} · ${zone}`}>
      <time dateTime={at}>
        {text}
        {named && (
          <>
            {' '}
            <span style={{ display: 'inline-block' }}>{zone}</span>
          </>
        )}
        {relative && (
          <Text span c="dimmed" size="sm">
            {' · '}
            {relativeInstant(at)}
          </Text>
        )}
      </time>
    </Tooltip>
  )
}
