import { Text } from '@mantine/core'
import type { AppDueInstrument } from '@plumbline/contract'
import { CalibrateLink } from './calibrate-link.tsx'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DueText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { PendingBadge, type Pending } from '../../components/status/pending-approval.tsx'
import type { TableRoom } from '../../components/use-narrow.ts'
import { may } from '../../state/session.ts'
import type { OpenWorkspace } from '../../state/workspace.ts'
import styles from './worklist-page.module.css'
import { WorklistStatus } from './worklist-status.tsx'
import { assignedWords, locationText, placeWords, zoneOf } from './worklist-words.ts'

/**
 * Returns the columns of the worklist, with a link to calibrate for users who may.
 * @param withSite whether places include the site, if rows of several sites are listed
 * @param room available space; with less of it columns are stacked, so that due dates remain visible
 */
export function worklistColumns(
  open: OpenWorkspace,
  room: TableRoom,
  withSite: boolean,
): Column<AppDueInstrument>[] {
  const { workspaceId, role } = open
  const isLed = may.write(role)
  if (room === 'phone') return [cardColumn(open, withSite)]
  const columns =
    room === 'upright'
      ? stacked(open, withSite, isLed)
      : room === 'tablet' || room === 'laptop'
        ? inOneLine(open, withSite, isLed)
        : room === 'desk'
          ? // A column for the assignee would cut names of 25 characters short.
            withLowLine(
              sideBySide(open, withSite, isLed, room),
              ['assigned'],
              t('worklist.assignedTo'),
              assignedWords,
            )
          : sideBySide(open, withSite, isLed, room)
  if (!isLed) return columns
  return [
    ...columns,
    {
      key: 'calibrate',
      fixed: true,
      label: t('worklist.act'),
      align: 'right',
      pinned: true,
      render: (row) => <Act row={row} workspaceId={workspaceId} isShort />,
    },
  ]
}

/** What is done about a row: its pending record is looked at, or else it is calibrated or received. */
function Act({
  row,
  workspaceId,
  isShort = false,
}: {
  row: AppDueInstrument
  workspaceId: string
  isShort?: boolean
}) {
  if (row.pending_approval === null) return <CalibrateLink workspaceId={workspaceId} instrument={row} />
  return <PendingLink workspaceId={workspaceId} pending={row.pending_approval} isShort={isShort} />
}

/** The link to the pending record; in its short form, labeled with the status. */
function PendingLink({
  workspaceId,
  pending,
  isShort,
}: {
  workspaceId: string
  pending: Pending
  isShort: boolean
}) {
  return (
    <LinkAnchor
      to="/w/$workspaceId/calibrations/$calibrationId"
      params={{ workspaceId, calibrationId: pending.calibration_id }}
      size="sm"
    >
      {isShort ? (
        <>
          <PendingBadge isBrief pending={pending} />
          <span className="visually-hidden">{t('pending.toRecord')}</span> ›
        </>
      ) : (
        t('pending.toRecord')
      )}
    </LinkAnchor>
  )
}

/** @param isLed whether each row has a link that names the pending record */
function sideBySide(
  open: OpenWorkspace,
  withSite: boolean,
  isLed: boolean,
  room: TableRoom,
): Column<AppDueInstrument>[] {
  return [
    {
      key: 'tag',
      label: t('instrument.assetTagHead'),
      fixed: true,
      render: (row) => <TagLink row={row} open={open} />,
    },
    {
      key: 'name',
      label: t('worklist.name'),
      gives: 'most',
      render: ({ name }) => <span title={name ?? ''}>{name}</span>,
    },
    {
      key: 'status',
      label: t('worklist.status'),
      render: (row) => <WorklistStatus row={row} isOneLine isTight={room !== 'wall'} withPending={!isLed} />,
    },
    {
      key: 'due',
      label: t('worklist.due'),
      render: (row) => (
        <DueText
          dueAt={row.due_date}
          zone={zoneOf(open, row)}
          relative={row.is_overdue}
          never={row.due_at === null}
        />
      ),
    },
    {
      key: 'assigned',
      label: t('worklist.assignedTo'),
      render: ({ assignee_name: name, planned_for: day }) => (
        <Lines texts={[name, name !== null && day !== null ? formatDate(day) : null]} />
      ),
    },
    {
      key: 'responsible',
      label: t('instrument.responsible'),
      gives: 'some',
      optional: true,
      render: ({ responsible_name: name }) => <span title={name ?? ''}>{name ?? '–'}</span>,
    },
    {
      key: 'location',
      label: t('worklist.location'),
      render: (row) => <Lines texts={[locationText(row), withSite ? row.site_name : null]} />,
    },
  ]
}

/** One line for each row where there is less room: name and place, with the assignee, are two low lines of one cell. */
function inOneLine(open: OpenWorkspace, withSite: boolean, isLed: boolean): Column<AppDueInstrument>[] {
  const columns = sideBySide(open, withSite, isLed, 'laptop')
  return withLowLine(columns, ['assigned', 'location'], t('worklist.location'), (row) =>
    placeWords(row, withSite),
  )
}

/** Columns of which some are words below the name instead. */
function withLowLine(
  columns: readonly Column<AppDueInstrument>[],
  replaced: readonly string[],
  label: string,
  wordsOf: (row: AppDueInstrument) => string | null,
): Column<AppDueInstrument>[] {
  return columns
    .filter(({ key }) => !replaced.includes(key))
    .map((column) => {
      if (column.key !== 'name') return column
      const render = (row: AppDueInstrument) => <Lines texts={[row.name, wordsOf(row)]} />
      return { ...column, label: `${column.label} · ${label}`, render }
    })
}

/** Three columns: name and place are two low lines below the tag, and lateness is below the due date. */
function stacked(open: OpenWorkspace, withSite: boolean, isLed: boolean): Column<AppDueInstrument>[] {
  return [
    {
      key: 'tag',
      label: t('worklist.instrument'),
      fixed: true,
      gives: 'most',
      render: (row) => (
        <>
          <TagLink row={row} open={open} />
          <Lines texts={[row.name, placeWords(row, withSite)]} />
        </>
      ),
    },
    {
      key: 'status',
      label: t('worklist.status'),
      wraps: true,
      render: (row) => <WorklistStatus row={row} isTight withPending={!isLed} />,
    },
    {
      key: 'due',
      label: t('worklist.due'),
      render: (row) => (
        <DueText
          dueAt={row.due_date}
          zone={zoneOf(open, row)}
          relative={row.is_overdue}
          never={row.due_at === null}
          lines
        />
      ),
    },
  ]
}

/** Everything of a row as a card. */
function cardColumn(open: OpenWorkspace, withSite: boolean): Column<AppDueInstrument> {
  return {
    key: 'tag',
    label: t('worklist.instrument'),
    fixed: true,
    wraps: true,
    render: (row) => (
      // Long tags and names break anywhere rather than push the action out of view.
      <div className={styles.card}>
        <div className={styles.cardHead}>
          <TagLink row={row} open={open} />
          {may.write(open.role) && <Act row={row} workspaceId={open.workspaceId} />}
        </div>
        <div>{row.name}</div>
        <WorklistStatus row={row} />
        <div>
          {row.due_at !== null && <>{t('worklist.due')}: </>}
          <DueText
            dueAt={row.due_date}
            zone={zoneOf(open, row)}
            relative={row.is_overdue}
            never={row.due_at === null}
          />
        </div>
        <Text size="sm" c="dimmed" component="div">
          {placeWords(row, withSite)}
        </Text>
      </div>
    ),
  }
}

function TagLink({ row, open }: { row: AppDueInstrument; open: OpenWorkspace }) {
  return (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId"
      params={{ workspaceId: open.workspaceId, instrumentId: row.id }}
      fw={600}
    >
      {row.asset_tag}
    </LinkAnchor>
  )
}

/** Two low lines of a cell, or as many as there are texts; all of them on hover. */
function Lines({ texts }: { texts: readonly (string | null)[] }) {
  const stated = [...new Set(texts.filter((text) => text !== null && text !== ''))]
  if (stated.length === 0) return '–'
  return (
    <span className={styles.lines} title={stated.join(' · ')}>
      {stated.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  )
}
