import { Text } from '@mantine/core'
import type { AppInstrument, LocationSummary, SiteSummary } from '@plumbline/contract'
import type { Column } from '../../components/data-table/column.ts'
import { DueText, InstantText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { dateInZone, formatDate } from '../../formats.ts'
import { t, tIfKnown } from '../../messages.ts'
import type { OpenWorkspace } from '../../workspace.ts'

/**
 * Columns of the instrument table, in their order.
 * @param narrow shows fewer of them until they are chosen, so that the names need not be broken in many lines
 */
export function instrumentColumns(open: OpenWorkspace, narrow: boolean): Column<AppInstrument>[] {
  return [
    ...nameColumns(open),
    ...dueColumns(open),
    ...makeColumns(narrow),
    ...placeColumns(open),
    ...otherColumns(open),
  ]
}

function nameColumns({ workspaceId }: OpenWorkspace): Column<AppInstrument>[] {
  return [
    {
      key: 'asset_tag',
      label: t('instrument.assetTag'),
      fixed: true,
      sort: 'asset_tag',
      render: ({ id, asset_tag }) => (
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: id }}
          fw={600}
          style={{ whiteSpace: 'nowrap' }}
        >
          {asset_tag ?? '–'}
        </LinkAnchor>
      ),
    },
    {
      key: 'name',
      label: t('instrument.name'),
      sort: 'name',
      wraps: true,
      render: ({ name }) => <span title={name ?? ''}>{name}</span>,
    },
  ]
}

function dueColumns({ workspace }: OpenWorkspace): Column<AppInstrument>[] {
  return [
    {
      key: 'compliance',
      label: t('instrument.status'),
      wraps: true,
      width: 1,
      render: (instrument) => <StatusBadge instrument={instrument} zone={workspace.timezone} />,
    },
    {
      key: 'due',
      label: t('instrument.due'),
      sort: 'due_date',
      wraps: true,
      render: (row) => (
        <DueText dueAt={row.due_date} relative={row.retired_at === null} never={isDueNow(row)} />
      ),
    },
  ]
}

function makeColumns(narrow: boolean): Column<AppInstrument>[] {
  return [
    text('manufacturer', t('instrument.manufacturer'), ({ manufacturer }) => manufacturer, narrow),
    // Broken at their hyphens, numbers are hard to compare.
    { ...text('model', t('instrument.model'), ({ model }) => model), wraps: false },
    {
      ...text('serial_number', t('instrument.serialNumber'), (row) => row.serial_number, narrow),
      wraps: false,
    },
  ]
}

function placeColumns({ sites, locations }: OpenWorkspace): Column<AppInstrument>[] {
  return [
    text('site', t('instrument.site'), ({ site_id }) => nameOf(sites, site_id)),
    text(
      'location',
      t('instrument.location'),
      (row) => nameOf(locations, row.location_id) ?? row.location,
      true,
    ),
  ]
}

/** What is shown once it is chosen. */
function otherColumns({ workspace }: OpenWorkspace): Column<AppInstrument>[] {
  return [
    text('register', t('instrument.registerStatus'), ({ status }) => statusWord(status), true),
    text(
      'last_calibration',
      t('instrument.lastCalibration'),
      (row) => row.last_calibration_at && formatDate(dateInZone(row.last_calibration_at, workspace.timezone)),
      true,
    ),
    text('interval', t('instrument.interval'), intervalWords, true),
    {
      key: 'created_at',
      label: t('instrument.createdAt'),
      optional: true,
      sort: 'created_at',
      render: ({ created_at }) => <InstantText at={created_at} />,
    },
    {
      key: 'updated_at',
      label: t('instrument.updatedAt'),
      optional: true,
      sort: 'updated_at',
      render: ({ updated_at }) => <InstantText at={updated_at} />,
    },
    text('category', t('instrument.category'), ({ category }) => category, true),
    text('department', t('instrument.department'), ({ department }) => department, true),
  ]
}

/** The word of a register status; one that this version does not know is shown as it is. */
export function statusWord(status: string | null): string | null {
  return status === null ? null : (tIfKnown(`instrumentStatus.${status}`) ?? status)
}

/** "12 months", or nothing. */
export function intervalWords(row: AppInstrument): string | null {
  const { calibration_interval_value: count, calibration_interval_unit: unit } = row
  if (count === null || unit === null) return null
  return tIfKnown(`interval.${unit}`, { count }) ?? `${count} ${unit}`
}

/** The name of a site or location. */
export function nameOf(places: readonly (SiteSummary | LocationSummary)[], id: string | null): string | null {
  return places.find((place) => place.id === id)?.name ?? null
}

function text(
  key: string,
  label: string,
  value: (row: AppInstrument) => string | null,
  optional = false,
): Column<AppInstrument> {
  return {
    key,
    label,
    optional,
    wraps: true,
    render: (row) =>
      value(row) ?? (
        <Text span c="dimmed">
          –
        </Text>
      ),
  }
}

/** Whether an instrument of the plan was never calibrated: it has no due date and is due all the same. */
export function isDueNow({ due_date, compliance_status }: AppInstrument): boolean {
  return due_date === null && compliance_status !== null
}
