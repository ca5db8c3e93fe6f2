import { Text } from '@mantine/core'
import { instrumentText, optionalTexts, type AppInstrument, type Performer } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DueText } from '../../components/date-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { textLabel } from '../../components/instrument-fields/field-labels.ts'
import { isDueNow, nameOf, responsibleName } from '../../components/instrument-fields/instrument-words.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { PendingBadge } from '../../components/status/pending-approval.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import type { TableRoom } from '../../components/use-narrow.ts'
import { may } from '../../state/session.ts'
import type { OpenWorkspace } from '../../state/workspace.ts'
import { customColumn, otherColumns, settingColumns, text } from './further-columns.tsx'
import styles from './instruments-page.module.css'

/**
 * Columns of the instrument table, in their order.
 * @param pending when a calibration was performed that is pending approval, by instrument
 * @param people who can be responsible
 * @param labels custom fields that instruments of the register have
 * @param room available space; with less of it fewer of them are shown until they are chosen
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
  return [
    ...nameColumns(open),
    ...dueColumns(open, room, pending),
    ...textColumns(room, 'desk', 'wall'),
    ...placeColumns(open, room),
    text('responsible', t('instrument.responsible'), (row) => responsibleName(people, row), true),
    ...otherColumns(open),
    ...textColumns(room, 'chosen'),
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
  const [state, due] = dueColumns(open, 'phone', pending)
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
      label: t('instrument.assetTagHead'),
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
  room: TableRoom,
  pending: PendingInstruments,
): Column<AppInstrument>[] {
  const wraps = room === 'phone'
  return [
    {
      key: 'compliance',
      label: t('instrument.status'),
      wraps,
      render: (instrument) => (
        <span className={styles.states} data-whole={wraps ? undefined : true}>
          <StatusBadge
            instrument={instrument}
            zone={workspace.timezone}
            isTight={room !== 'wall' && !wraps}
          />
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
      render: (row) => (
        <DueText
          dueAt={row.due_date}
          relative={isNear(row)}
          never={isDueNow(row)}
          lines={room === 'upright'}
        />
      ),
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

/** The smallest window in which a text field has a column by default; `chosen` fields are shown only on request. */
type TextPlace = 'desk' | 'wall' | 'chosen'

/** The texts with a column that is shown unless hidden, by room. */
const shownTexts: Readonly<Record<TableRoom, readonly TextPlace[]>> = {
  wall: ['desk', 'wall'],
  desk: ['desk'],
  laptop: [],
  tablet: [],
  upright: [],
  phone: [],
}

/** Columns of the texts that the contract's table gives one. */
function textColumns(room: TableRoom, ...places: TextPlace[]): Column<AppInstrument>[] {
  return optionalTexts.flatMap((name) => {
    const { inTable } = instrumentText(name)
    if (inTable === undefined || !places.includes(inTable)) return []
    const isOptional = !shownTexts[room].includes(inTable)
    return [text(name, textLabel(name), (row) => row[name], isOptional)]
  })
}

function placeColumns({ sites, locations }: OpenWorkspace, room: TableRoom): Column<AppInstrument>[] {
  return [
    // With a single site, the column has no information.
    text(
      'site',
      t('instrument.site'),
      ({ site_id }) => nameOf(sites, site_id),
      sites.length < 2 || room === 'upright',
    ),
    text(
      'location',
      t('instrument.location'),
      (row) => nameOf(locations, row.location_id) ?? row.location,
      true,
    ),
  ]
}
