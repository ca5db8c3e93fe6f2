import { Button, Text } from '@mantine/core'
import type { GroupIntervalAdvice } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import {
  adviceReason,
  intervalText,
  observedWords,
  suggestsChange,
} from '../../components/interval-advice/advice-words.ts'
import styles from '../../components/interval-advice/interval-advice.module.css'
import { ReliabilityBar } from '../../components/interval-advice/reliability-bar.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { RECORDS_ANCHOR } from './advice-records.tsx'
import { groupName, searchOf, type RecordList } from './group-search.ts'

/**
 * Returns the columns of groups.
 * @param onAccept accepts a suggestion; undefined if the user may not
 */
export function groupColumns(
  onAccept: ((advice: GroupIntervalAdvice) => void) | undefined,
): Column<GroupIntervalAdvice>[] {
  return [
    { key: 'group', label: t('intervalAdvice.group'), fixed: true, render: ({ group }) => groupName(group) },
    {
      key: 'instruments',
      label: t('intervalAdvice.instruments'),
      align: 'right',
      render: ({ instruments }) => formatCount(instruments),
    },
    {
      key: 'calibrations',
      label: t('intervalAdvice.calibrations'),
      render: (one) => <Records advice={one} />,
    },
    {
      key: 'reliability',
      label: t('intervalAdvice.reliability'),
      wraps: true,
      render: (one) => <Observed advice={one} />,
    },
    ...intervalColumns(),
    ...(onAccept ? [acceptColumn(onAccept)] : []),
  ]
}

function intervalColumns(): Column<GroupIntervalAdvice>[] {
  return [
    {
      key: 'current',
      label: t('intervalAdvice.current'),
      wraps: true,
      render: (one) => <Current advice={one} />,
    },
    {
      key: 'suggested',
      label: t('intervalAdvice.suggested'),
      wraps: true,
      render: (one) => (
        <div className={styles.why}>
          <Text fw={suggestsChange(one) ? 600 : 400}>{intervalText(one.suggested_interval)}</Text>
          <Text size="sm" c="dimmed">
            {adviceReason(one)}
          </Text>
        </div>
      ),
    },
  ]
}

function acceptColumn(onAccept: (advice: GroupIntervalAdvice) => void): Column<GroupIntervalAdvice> {
  return {
    key: 'accept',
    label: t('intervalAdvice.accept'),
    head: <span className="visually-hidden">{t('intervalAdvice.accept')}</span>,
    render: (one) =>
      suggestsChange(one) && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={t('intervalAdvice.acceptFor', { name: groupName(one.group) })}
          onClick={() => onAccept(one)}
        >
          {t('intervalAdvice.accept')}
        </Button>
      ),
  }
}

/** Counts, each leading to its records. */
function Records({ advice }: { advice: GroupIntervalAdvice }) {
  const { events, in_tolerance: inTolerance, excluded_count: excluded } = advice
  const out = events - inTolerance
  return (
    <>
      <RecordsLink advice={advice} list="all">
        {t('intervalAdvice.counted', { count: events })}
      </RecordsLink>
      {out > 0 && (
        <RecordsLink advice={advice} list="out_of_tolerance">
          {t('intervalAdvice.countedOut', { count: out })}
        </RecordsLink>
      )}
      {excluded > 0 && (
        <RecordsLink advice={advice} list="excluded">
          {t('intervalAdvice.leftOut', { count: excluded })}
        </RecordsLink>
      )}
    </>
  )
}

function RecordsLink({
  advice,
  list,
  children,
}: {
  advice: GroupIntervalAdvice
  list: RecordList
  children: ReactNode
}) {
  const { workspaceId } = useWorkspace()
  return (
    <div>
      <LinkAnchor
        to="/w/$workspaceId/interval-advice"
        params={{ workspaceId }}
        search={((now: object) => ({ ...searchOf(advice.group, list), ...pageOf(now) })) as never}
        hash={RECORDS_ANCHOR}
        size="sm"
      >
        {children}
      </LinkAnchor>
    </div>
  )
}

/** Preserves the page number of the groups. */
function pageOf({ page }: { page?: number }): { page?: number } {
  return page === undefined ? {} : { page }
}

function Observed({ advice }: { advice: GroupIntervalAdvice }) {
  return (
    <div className={styles.why}>
      <ReliabilityBar advice={advice} />
      <Text size="sm">{observedWords(advice)}</Text>
    </div>
  )
}

function Current({ advice }: { advice: GroupIntervalAdvice }) {
  const { current_interval: current, instruments, instruments_at_current_interval: count } = advice
  const others = instruments - count
  return (
    <>
      {intervalText(current)}
      {current !== null && others > 0 && (
        <Text size="sm" c="dimmed">
          {t('intervalAdvice.otherIntervals', { count: others })}
        </Text>
      )}
    </>
  )
}
