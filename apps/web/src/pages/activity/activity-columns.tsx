import { ActionIcon, Text, Tooltip } from '@mantine/core'
import type { ActivityEntry } from '@plumbline/contract'
import { t, tIfKnown } from '../../base/messages.ts'
import { changeLines, type ChangeLine } from '../../components/activity/change-lines.ts'
import { SubjectLink } from '../../components/activity/subject-link.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { InstantText } from '../../components/date-text.tsx'
import { Icon } from '../../components/icons.tsx'
import type { OpenWorkspace } from '../../state/workspace.ts'
import type { ActivitySearch } from './activity-search.ts'
import styles from './activity-page.module.css'

/**
 * Columns of the log; a row can narrow the log to its subject or to its actor.
 * @param standardNames names of compliance standards by key
 */
export function activityColumns(
  open: OpenWorkspace,
  standardNames: ReadonlyMap<string, string>,
  narrow: (to: ActivitySearch) => void,
): Column<ActivityEntry>[] {
  return [
    {
      key: 'at',
      label: t('activityLog.when'),
      fixed: true,
      width: 220,
      render: ({ at, actor }) => (
        <>
          <InstantText at={at} />
          <ActorLine actor={actor} onNarrow={() => narrow({ actor: actor.id })} />
        </>
      ),
    },
    {
      key: 'kind',
      label: t('activityLog.what'),
      fixed: true,
      width: 270,
      render: ({ kind, subject }) => (
        <>
          <strong className={styles.kind}>{tIfKnown(`activity.${kind}`) ?? kind}</strong>
          <SubjectLine
            subject={subject}
            onNarrow={() => narrow({ subject: subject.id, instrument: undefined })}
          />
        </>
      ),
    },
    {
      key: 'changes',
      label: t('activityLog.changes'),
      render: (entry) => <Changes entry={entry} lines={changeLines(entry, { ...open, standardNames })} />,
    },
  ]
}

/** The one column of a phone: change, time, actor, and values of an entry as a card. */
export function activityCard(...context: Parameters<typeof activityColumns>): Column<ActivityEntry>[] {
  const [at, kind, changes] = activityColumns(...context)
  return [
    {
      key: 'kind',
      label: t('activityLog.what'),
      fixed: true,
      wraps: true,
      render: (entry) => (
        <>
          {kind!.render(entry)}
          {at!.render(entry)}
          {changes!.render(entry)}
        </>
      ),
    },
  ]
}

function ActorLine({ actor, onNarrow }: { actor: ActivityEntry['actor']; onNarrow: () => void }) {
  const name = actor.name ?? tIfKnown(`actor.${actor.type}`) ?? actor.type
  return (
    <span className={styles.narrowable}>
      <span>
        {name}
        {actor.type === 'api_key' && (
          <Text span size="sm" c="dimmed">
            {' '}
            {t('activityLog.byKey')}
          </Text>
        )}
      </span>
      <Narrow words={t('activityLog.only', { name })} onClick={onNarrow} />
    </span>
  )
}

function SubjectLine({ subject, onNarrow }: { subject: ActivityEntry['subject']; onNarrow: () => void }) {
  const only = subject.type === 'calibration' ? 'activityLog.onlyRecord' : 'activityLog.only'
  return (
    <span className={styles.narrowable}>
      <span className={styles.label}>
        <SubjectLink subject={subject} />
      </span>
      <Narrow words={t(only, { name: subject.label ?? '–' })} onClick={onNarrow} />
    </span>
  )
}

function Narrow({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <Tooltip label={words}>
      <ActionIcon variant="subtle" color="gray" size="md" aria-label={words} onClick={onClick}>
        <Icon name="filter" size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Lines that are seen without asking for more. */
const LINES_SHOWN = 3

function Changes({ entry, lines }: { entry: ActivityEntry; lines: ChangeLine[] }) {
  const rest = lines.slice(LINES_SHOWN)
  return (
    <div className={styles.changes}>
      {entry.reason !== null && <p className={styles.reason}>{entry.reason}</p>}
      <Lines lines={lines.slice(0, LINES_SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary>{t('activityLog.more', { count: rest.length })}</summary>
          <Lines lines={rest} />
        </details>
      )}
      {lines.length === 0 && entry.reason === null && <span>–</span>}
    </div>
  )
}

/** Each changed field before and after; for new objects, only the values. */
function Lines({ lines }: { lines: ChangeLine[] }) {
  if (lines.length === 0) return null
  return (
    <dl className={styles.lines}>
      {lines.map(({ field, before, after, isNew }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {!isNew && (
              <>
                <span className="visually-hidden">{t('activityLog.before')} </span>
                <span className={styles.before}>{before}</span>
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden">, {t('activityLog.after')} </span>
              </>
            )}
            {after}
          </dd>
        </div>
      ))}
    </dl>
  )
}
