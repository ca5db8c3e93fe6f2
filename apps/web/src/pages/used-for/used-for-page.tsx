import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type {
  AppCalibrationRecord,
  AppInstrument,
  AppUsedForEntry,
  CalibrationRecord,
} from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import {
  leftGood,
  standardTrust,
  type StandardTrust,
} from '../../components/calibration-record/standard-trust.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ExportMenu } from '../../components/download/export-menu.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { calibrationsOfQuery } from '../../queries/calibrations.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { usedForQuery } from '../../queries/used-for.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { QuarantineDialog } from './quarantine-dialog.tsx'
import { SelectMatching } from './select-matching.tsx'
import { canBeQuarantined, usedForColumns, type Outcomes } from './used-for-columns.tsx'

/** Rows of one page: enough to decide on in one look and one act. */
const ROWS = 100

/** The value in the URL for no first day. */
const FROM_THE_BEGINNING = 'always'

/** The records in which a reference standard was used, with actions for when it was found out of tolerance. */
export function UsedForPage() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/used-for' })
  const { workspaceId } = useWorkspace()
  const standard = useQuery(instrumentQuery(workspaceId, instrumentId))
  const records = useQuery(calibrationsOfQuery(workspaceId, instrumentId))
  const error = standard.error ?? records.error
  if (isNotFound(error)) return <NotFoundPage />
  if (standard.data === undefined || records.data === undefined) {
    return (
      <Page title={t('usedFor.link')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  return <UsedFor standard={standard.data.instrument} trust={standardTrust(records.data)} />
}

function UsedFor({ standard, trust }: { standard: AppInstrument; trust: StandardTrust }) {
  const open = useWorkspace()
  const mayAct = may.manage(open.role)
  const { days, query, page, change, data, error, isPlaceholderData } = useUsedFor(standard, trust)
  const { selected, select, outcomes, onOutcomes } = useQuarantining()
  const onSelect = mayAct ? select : undefined
  const selection = { rows: recordsOf(data?.data), selected, onSelect, outcomes }
  const matching = { standardId: standard.id, query, total: data?.pagination.total, onSelect }
  const columns = usedForColumns(open, selection, useNarrow())
  return (
    <UsedForFrame
      standard={standard}
      actions={
        <>
          <ExportMenu
            choices={[
              {
                href: (format) =>
                  open.api.exportUsedFor.url({
                    params: { instrument_id: standard.id },
                    query: { ...query, format },
                  }),
              },
            ]}
          />
          {mayAct && <QuarantineSelected selected={selected} onOutcomes={onOutcomes} />}
        </>
      }
    >
      <Days {...days} trust={trust} onChange={change} />
      <Refused outcomes={outcomes} />
      <SelectMatching {...matching} shown={ROWS} />
      <DataTable
        stacks
        caption={titleOf(standard)}
        columns={columns}
        rows={data?.data}
        rowKey={({ calibration }) => calibration.id}
        stale={isPlaceholderData}
        error={error}
        empty={<EmptyState title={t('usedFor.empty')} hint={t('usedFor.emptyHint')} />}
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(wanted) => change({ page: wanted })}
      />
    </UsedForFrame>
  )
}

function recordsOf(entries: readonly AppUsedForEntry[] = []): AppCalibrationRecord[] {
  return entries.map(({ calibration }) => calibration)
}

/** The calibrations of the days that the address asks for, and the way to others. */
function useUsedFor(standard: AppInstrument, trust: StandardTrust) {
  const { workspaceId, workspace } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/instruments/$instrumentId/used-for' })
  const navigate = useNavigate({ from: '/w/$workspaceId/instruments/$instrumentId/used-for' })
  const days = daysOf(search, trust, workspace.timezone)
  const page = search.page ?? 1
  const query = {
    from: days.from,
    to: days.to,
    site_id: search.site,
  }
  const change = (wanted: object) =>
    void navigate({ search: (present) => ({ ...present, page: undefined, ...wanted }) as never })
  const at = { limit: ROWS, offset: (page - 1) * ROWS }
  const read = useQuery(usedForQuery(workspaceId, standard.id, query, at))
  return { days, query, page, change, ...read }
}

/** Manages the selected instruments, and the outcomes of quarantining, which deselects them. */
function useQuarantining() {
  const [selected, select] = useState<Selected>(new Map())
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const onOutcomes = (made: Outcomes) => {
    setOutcomes(made)
    select(new Map([...selected].filter(([id]) => made.get(id) !== 'done')))
  }
  return { selected, select, outcomes, onOutcomes }
}

/** Chosen instruments by id. */
type Selected = ReadonlyMap<string, AppCalibrationRecord['instrument']>

function titleOf({ asset_tag: tag }: AppInstrument): string {
  return t('usedFor.title', { tag: tag ?? '–' })
}

function UsedForFrame({
  standard,
  actions,
  children,
}: {
  standard: AppInstrument
  actions: ReactNode
  children: ReactNode
}) {
  const { workspaceId } = useWorkspace()
  return (
    <Page
      wide
      fill
      title={titleOf(standard)}
      subtitle={[standard.name, standard.serial_number].filter(Boolean).join(' · ')}
      back={
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: standard.id }}
          size="sm"
        >
          ← {standard.asset_tag ?? t('nav.instruments')}
        </LinkAnchor>
      }
      actions={actions}
    >
      {children}
    </Page>
  )
}

function QuarantineSelected({
  selected,
  onOutcomes,
}: {
  selected: Selected
  onOutcomes: (outcomes: Outcomes) => void
}) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        disabled={selected.size === 0}
        leftSection={<Icon name="pause" size={18} />}
        onClick={() => setAsking(true)}
      >
        {selected.size === 0
          ? t('usedFor.quarantineSelected')
          : t('usedFor.quarantine', { count: selected.size })}
      </Button>
      {asking && (
        <QuarantineDialog
          instruments={[...selected.values()].filter(canBeQuarantined)}
          onClose={() => setAsking(false)}
          onOutcomes={onOutcomes}
        />
      )}
    </>
  )
}

function Refused({ outcomes }: { outcomes: Outcomes }) {
  const count = [...outcomes.values()].filter((outcome) => outcome !== 'done').length
  if (count === 0) return null
  return (
    <Text role="alert" c="var(--status-bad)" fw={600} mb="sm">
      {t('usedFor.someRefused', { count })}
    </Text>
  )
}

/** Returns the period; by default the one in which the standard is in doubt. */
function daysOf(
  search: { from?: string; to?: string },
  { foundOut, lastGood }: StandardTrust,
  zone: string,
): { from: string | undefined; to: string | undefined } {
  const day = (record: CalibrationRecord | null) =>
    record?.performed_at ? dateInZone(record.performed_at, zone) : undefined
  if (search.from === FROM_THE_BEGINNING) return { from: undefined, to: search.to }
  if (search.from !== undefined) return { from: search.from, to: search.to }
  return {
    from: day(lastGood),
    to: search.to ?? (foundOut && leftGood(foundOut) ? day(foundOut) : undefined),
  }
}

interface DaysProps {
  from: string | undefined
  to: string | undefined
  trust: StandardTrust
  onChange: (wanted: { from?: string | undefined; to?: string | undefined }) => void
}

function Days({ from, to, trust, onChange }: DaysProps) {
  const { workspace } = useWorkspace()
  const { lastGood } = trust
  const isDefault =
    from !== undefined &&
    lastGood?.performed_at !== undefined &&
    from === dateInZone(lastGood.performed_at!, workspace.timezone)
  return (
    <Group gap="sm" align="end" mb="sm" className="screen-only">
      <TextInput
        type="date"
        w={180}
        label={t('usedFor.from')}
        value={from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value || FROM_THE_BEGINNING, to })}
      />
      <TextInput
        type="date"
        w={180}
        label={t('usedFor.to')}
        value={to ?? ''}
        onChange={(event) =>
          onChange({ from: from ?? FROM_THE_BEGINNING, to: event.currentTarget.value || undefined })
        }
      />
      {isDefault && (
        <Text size="sm" c="dimmed" pb={8}>
          {t('usedFor.sinceLastGood', { date: formatDate(from) })}
        </Text>
      )}
    </Group>
  )
}
