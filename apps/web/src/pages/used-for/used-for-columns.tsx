import { Checkbox, Text } from '@mantine/core'
import type { AppCalibrationRecord, AppUsedForEntry } from '@plumbline/contract'
import { dateInZone } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DateText } from '../../components/date-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { ResultBadge, StatusBadge } from '../../components/status/status-badge.tsx'
import type { OpenWorkspace } from '../../state/workspace.ts'

type Instrument = AppCalibrationRecord['instrument']

/** The outcome for each instrument to quarantine: done, or the server's error message. */
export type Outcomes = ReadonlyMap<string, 'done' | { refused: string }>

/** The state that the columns show in addition to the rows. */
export interface Selection {
  /** The rows of this page. */
  rows: readonly AppCalibrationRecord[]
  selected: ReadonlyMap<string, Instrument>
  /** Undefined for those who may not act. */
  onSelect: ((selected: ReadonlyMap<string, Instrument>) => void) | undefined
  outcomes: Outcomes
}

/** Whether an instrument can be put into quarantine at all. */
export function canBeQuarantined({ is_quarantined, retired_at }: Instrument): boolean {
  return !is_quarantined && retired_at === null
}

/**
 * Columns of the list, in their order.
 * @param narrow stacks what belongs together, so that a tablet shows every row whole
 */
export function usedForColumns(
  open: OpenWorkspace,
  selection: Selection,
  narrow: boolean,
): Column<AppUsedForEntry>[] {
  const columns = [...linkColumns(open, narrow), ...stateColumns(open)]
  const shown = narrow ? columns.filter(({ key }) => !STACKED.has(key)) : columns
  if (selection.onSelect !== undefined) shown.unshift(selectColumn(selection, selection.onSelect))
  if (selection.outcomes.size > 0) shown.push(outcomeColumn(selection.outcomes))
  return shown
}

/** The columns that show the record and its instrument. */
function linkColumns(open: OpenWorkspace, narrow: boolean): Column<AppUsedForEntry>[] {
  return [
    {
      key: 'performed',
      label: t('usedFor.performed'),
      render: ({ calibration }) => (
        <>
          <PerformedLink record={calibration} open={open} />
          {narrow && <Second>{calibration.certificate_number}</Second>}
        </>
      ),
    },
    {
      key: 'tag',
      label: t('instrument.assetTag'),
      fixed: true,
      wraps: true,
      render: ({ calibration: { instrument } }) => (
        <>
          <InstrumentLink instrument={instrument} workspaceId={open.workspaceId} />
          {narrow && <Second>{instrument.name}</Second>}
        </>
      ),
    },
    {
      key: 'name',
      label: t('instrument.name'),
      render: ({ calibration }) => calibration.instrument.name ?? '–',
    },
    { key: 'via', label: t('usedFor.via'), render: (entry) => <Via entry={entry} /> },
  ]
}

function PerformedLink({
  record: { id, performed_at: at },
  open: { workspaceId, workspace },
}: {
  record: AppCalibrationRecord
  open: OpenWorkspace
}) {
  return (
    <LinkAnchor
      to="/w/$workspaceId/calibrations/$calibrationId"
      params={{ workspaceId, calibrationId: id }}
      style={{ whiteSpace: 'nowrap' }}
    >
      {at === null ? '–' : <DateText date={dateInZone(at, workspace.timezone)} />}
    </LinkAnchor>
  )
}

function InstrumentLink({ instrument, workspaceId }: { instrument: Instrument; workspaceId: string }) {
  return (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId"
      params={{ workspaceId, instrumentId: instrument.id }}
      fw={600}
      style={{ whiteSpace: 'nowrap' }}
    >
      {instrument.asset_tag ?? '–'}
    </LinkAnchor>
  )
}

/** The standard of the level: plain for the standard itself, with the level for what follows from it. */
function Via({ entry: { level, via } }: { entry: AppUsedForEntry }) {
  return (
    <>
      {via?.asset_tag ?? via?.name ?? '–'}
      {level > 1 && <Second>{t('usedFor.level', { level })}</Second>}
    </>
  )
}

/** Returns the columns with the current status of the instrument, and the result of the record. */
function stateColumns({ workspace }: OpenWorkspace): Column<AppUsedForEntry>[] {
  return [
    {
      key: 'status',
      label: t('usedFor.statusNow'),
      render: ({ calibration }) => (
        <StatusBadge instrument={calibration.instrument} zone={workspace.timezone} />
      ),
    },
    {
      key: 'result',
      label: t('usedFor.result'),
      render: ({ calibration }) => <ResultBadge result={calibration.result} />,
    },
    {
      key: 'certificate',
      label: t('usedFor.certificate'),
      render: ({ calibration }) => calibration.certificate_number ?? '–',
    },
  ]
}

/** Columns that a narrow table has as second lines of others. */
const STACKED: ReadonlySet<string> = new Set(['name', 'certificate'])

function Second({ children }: { children: string | null }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}

function selectColumn(
  { rows, selected }: Selection,
  onSelect: (selected: ReadonlyMap<string, Instrument>) => void,
): Column<AppUsedForEntry> {
  const open = rows.map(({ instrument }) => instrument).filter(canBeQuarantined)
  const chosen = open.filter(({ id }) => selected.has(id))
  const toggle = (instruments: readonly Instrument[], wanted: boolean) => {
    const next = new Map(selected)
    for (const instrument of instruments) {
      if (wanted) next.set(instrument.id, instrument)
      else next.delete(instrument.id)
    }
    onSelect(next)
  }
  return {
    key: 'select',
    label: t('usedFor.selectAll'),
    head: (
      <Checkbox
        aria-label={t('usedFor.selectAll')}
        disabled={open.length === 0}
        checked={open.length > 0 && chosen.length === open.length}
        indeterminate={chosen.length > 0 && chosen.length < open.length}
        onChange={(event) => toggle(open, event.currentTarget.checked)}
      />
    ),
    fixed: true,
    width: 44,
    render: ({ calibration: { instrument } }) => (
      <Checkbox
        aria-label={t('usedFor.select', { tag: instrument.asset_tag ?? '–' })}
        disabled={!canBeQuarantined(instrument)}
        checked={selected.has(instrument.id)}
        onChange={(event) => toggle([instrument], event.currentTarget.checked)}
      />
    ),
  }
}

function outcomeColumn(outcomes: Outcomes): Column<AppUsedForEntry> {
  return {
    key: 'outcome',
    label: t('usedFor.outcome'),
    render: ({ calibration: { instrument } }) => {
      const outcome = outcomes.get(instrument.id)
      if (outcome === undefined) return '–'
      if (outcome === 'done') {
        return (
          <Text span size="sm" c="var(--status-good)" style={{ whiteSpace: 'nowrap' }}>
            <Icon name="check" size={16} /> {t('usedFor.done')}
          </Text>
        )
      }
      return (
        <Text span size="sm" c="var(--status-bad)">
          {outcome.refused}
        </Text>
      )
    },
  }
}
