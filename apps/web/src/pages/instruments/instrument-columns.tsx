import { Text } from '@mantine/core'
import { instrumentText, optionalTexts, type AppInstrument, type Performer } from '@plumbline/contract'
import { dateInZone, formatCount, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DueText, InstantText } from '../../components/date-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { textLabel } from '../../components/instrument-fields/field-labels.ts'
import {
  intervalWords,
  isDueNow,
  nameOf,
  responsibleName,
  statusWord,
} from '../../components/instrument-fields/instrument-words.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { PendingBadge } from '../../components/status/pending-approval.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import type { TableRoom } from '../../components/use-narrow.ts'
import { may } from '../../state/session.ts'
import type { OpenWorkspace } from '../../state/workspace.ts'
import { CUSTOM_COLUMN } from './file-columns.ts'
import styles from './instruments-page.module.css'

/**
 * Columns of the instrument table, in their order.
 * @param pending when a calibration was performed that is pending approval, by instrument
 * @param people who can be responsible
 * @param labels custom fields that instruments of the register have
 * @param room available space; with less of it fewer of them are shown until they are chosen, and on a tablet states and due
 *   dates wrap
 */
export function instrumentColumns(
  open: OpenWorkspace,
  room: TableRoom,
  {
    pending = new Map(),
    people,
    labels = [],
  }: {
    pending?: PendingInstruments | undefined
    people?: readonly Performer[] | undefined
    labels?: readonly string[]
  } = {},
): Column<AppInstrument>[] {
  const narrow = room !== 'desk'
  return [
    ...nameColumns(open),
    ...dueColumns(open, room === 'tablet' || room === 'phone', pending),
    ...textColumns(narrow, 'always', 'wide'),
    ...placeColumns(open),
    text('responsible', t('instrument.responsible'), (row) => responsibleName(people, row), true),
    ...otherColumns(open),
    ...textColumns(narrow, 'chosen'),
    ...settingColumns(),
    ...labels.map(customColumn),
  ]
}

/** The one column of a phone: tag, name, state, due date and place of an instrument as a card. */
export function instrumentCard(
  open: OpenWorkspace,
  pending: PendingInstruments = new Map(),
): Column<AppInstrument>[] {
  const [tag] = nameColumns(open)
  const [state, due] = dueColumns(open, true, pending)
  return [
    {
      key: 'asset_tag',
      label: t('instrument.assetTag'),
      fixed: true,
      wraps: true,
      render: (row) => (
        <div className={styles.card}>
          <div className={styles.cardHead}>
            {tag!.render(row)}
            {state!.render(row)}
          </div>
          <div>{row.name}</div>
          {(row.due_date !== null || isDueNow(row)) && (
            <div>
              {row.due_date !== null && <>{t('instrument.due')}: </>}
              {due!.render(row)}
            </div>
          )}
          <Text size="sm" c="dimmed" component="div">
            {[
              open.sites.length > 1 ? nameOf(open.sites, row.site_id) : null,
              nameOf(open.locations, row.location_id) ?? row.location,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      ),
    },
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
      gives: 'most',
      render: ({ name }) => <span title={name ?? ''}>{name}</span>,
    },
  ]
}

function dueColumns(
  { workspaceId, workspace, role }: OpenWorkspace,
  wraps: boolean,
  pending: PendingInstruments,
): Column<AppInstrument>[] {
  return [
    {
      key: 'compliance',
      label: t('instrument.status'),
      wraps,
      render: (instrument) => (
        <span className={styles.states} data-whole={wraps ? undefined : true}>
          <StatusBadge instrument={instrument} zone={workspace.timezone} />
          {isPending(instrument, pending) && <PendingBadge isBrief />}
          {instrument.status === 'OUT_FOR_CALIBRATION' && may.write(role) && (
            <ReceiveLink workspaceId={workspaceId} instrument={instrument} />
          )}
        </span>
      ),
    },
    {
      key: 'due',
      label: t('instrument.due'),
      sort: 'due_date',
      wraps,
      render: (row) => <DueText dueAt={row.due_date} relative={isNear(row)} never={isDueNow(row)} />,
    },
  ]
}

/** Leads to the form for a returned instrument's certificate. An icon, because a word would not fit into the table. */
function ReceiveLink({
  workspaceId,
  instrument: { id, asset_tag: tag },
}: {
  workspaceId: string
  instrument: AppInstrument
}) {
  return (
    <LinkButton
      to="/w/$workspaceId/instruments/$instrumentId/calibrate"
      params={{ workspaceId, instrumentId: id }}
      variant="light"
      size="compact-sm"
      aria-label={t('calibrateLink.receiveOf', { tag: tag ?? '' })}
      title={t('calibrateLink.receive')}
    >
      <Icon name="parcel" size={16} />
    </LinkButton>
  )
}

/** Whether one has to act: only then it matters how many days are left. */
function isNear({ compliance_status: token }: AppInstrument): boolean {
  return token === 'WARNING' || token === 'NON_COMPLIANT'
}

type PendingInstruments = ReadonlyMap<string, string>

/** Whether a pending record would count once approved: it is not older than the calibration that counts now. */
function isPending({ id, last_calibration_at: last }: AppInstrument, pending: PendingInstruments): boolean {
  const performedAt = pending.get(id)
  return performedAt !== undefined && performedAt >= (last ?? '')
}

/** Columns of the texts that the contract's table gives one. */
function textColumns(narrow: boolean, ...shown: ('always' | 'wide' | 'chosen')[]): Column<AppInstrument>[] {
  return optionalTexts.flatMap((name) => {
    const { inTable } = instrumentText(name)
    if (inTable === undefined || !shown.includes(inTable)) return []
    const optional = inTable === 'chosen' || (inTable === 'wide' && narrow)
    return [text(name, textLabel(name), (row) => row[name], optional)]
  })
}

function placeColumns({ sites, locations }: OpenWorkspace): Column<AppInstrument>[] {
  return [
    // With a single site, the column has no information.
    text('site', t('instrument.site'), ({ site_id }) => nameOf(sites, site_id), sites.length < 2),
    text(
      'location',
      t('instrument.location'),
      (row) => nameOf(locations, row.location_id) ?? row.location,
      true,
    ),
  ]
}

/** Returns the columns that are hidden by default. */
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
  ]
}

/** Returns the columns of members that are not texts. */
function settingColumns(): Column<AppInstrument>[] {
  const days = (count: number | null) => (count === null ? null : formatCount(count))
  return [
    text(
      'is_reference_standard',
      t('instrument.isReference'),
      (row) => t(row.is_reference_standard ? 'yesNo.yes' : 'yesNo.no'),
      true,
    ),
    text('grace_days', t('instrument.graceDays'), (row) => days(row.grace_days), true),
    text('warning_days', t('instrument.warningDays'), (row) => days(row.warning_days), true),
    text(
      'sent_out_on',
      t('instrument.sentOutOn'),
      (row) => row.sent_out_on && formatDate(row.sent_out_on),
      true,
    ),
  ]
}

/** Returns the column of a custom field; its key is safe in a comma-separated list, whatever its label. */
function customColumn(label: string): Column<AppInstrument> {
  const key = `${CUSTOM_COLUMN}${encodeURIComponent(label)}`
  return text(key, label, ({ customFields }) => customFields[label] ?? null, true)
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
    gives: 'some',
    render: (row) =>
      titled(value(row)) ?? (
        <Text span c="dimmed">
          –
        </Text>
      ),
  }
}

/** A text that may end in an ellipsis, whole on hover. */
function titled(value: string | null) {
  return value === null ? null : <span title={value}>{value}</span>
}
