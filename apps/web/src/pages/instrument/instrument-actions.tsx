import { ActionIcon, Menu, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import {
  instrumentStatuses,
  REASON_LENGTH_MAX,
  type AppInstrument,
  type InstrumentStatus,
} from '@plumbline/contract'
import type { WorkspaceApi } from '../../api/index.ts'
import { addDays, formatDate, todayIn } from '../../base/formats.ts'
import { t, type MessageKey } from '../../base/messages.ts'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { statusWord } from '../../components/instrument-fields/instrument-words.ts'
import { ShipmentDialog, type ShipmentAction } from '../../components/shipment/shipment-dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { may } from '../../state/session.ts'
import { laterPart } from '../../components/later-part.ts'
import { useWorkspace } from '../../state/workspace.ts'

const AssignDialog = laterPart(() => import('../../components/assign/assign-dialog.tsx'), 'AssignDialog')

/** Actions on an instrument other than calibrating and editing it. */
type Action =
  | ShipmentAction
  | 'assign'
  | 'status'
  | 'quarantine'
  | 'liftQuarantine'
  | 'extend'
  | 'endExtension'
  | 'retire'

const icons: Readonly<Record<Action, IconName>> = {
  assign: 'person',
  sendOut: 'send',
  changeShipment: 'edit',
  takeBack: 'check',
  status: 'history',
  quarantine: 'pause',
  liftQuarantine: 'check',
  extend: 'calendar',
  endExtension: 'calendar',
  retire: 'close',
}

/** The acts that state and role allow; the server stays the judge. */
function actionsFor(instrument: AppInstrument, isManager: boolean): Action[] {
  if (instrument.retired_at !== null) return []
  const isOut = instrument.status === 'OUT_FOR_CALIBRATION'
  const actions: Action[] = isOut
    ? ['takeBack', 'changeShipment', 'status']
    : [...sendable(instrument), 'status']
  if (isPlanned(instrument)) actions.unshift('assign')
  if (instrument.due_date !== null) actions.push('extend')
  if (instrument.due_extension !== null) actions.push('endExtension')
  if (!isManager) return actions
  actions.push(instrument.is_quarantined ? 'liftQuarantine' : 'quarantine', 'retire')
  return actions
}

/** What has no interval is not calibrated. */
function sendable(instrument: AppInstrument): Action[] {
  return isPlanned(instrument) ? ['sendOut'] : []
}

function isPlanned({ calibration_interval_value: interval }: AppInstrument): boolean {
  return interval !== null
}

function isOfShipment(action: Action): action is ShipmentAction {
  return action === 'sendOut' || action === 'changeShipment' || action === 'takeBack'
}

/** The menu of acts, and the dialog of the chosen one. */
export function InstrumentActions({ instrument }: { instrument: AppInstrument }) {
  const { role } = useWorkspace()
  const [action, setAction] = useState<Action>()
  const actions = may.write(role) ? actionsFor(instrument, may.manage(role)) : []
  if (!may.write(role)) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('instrument.moreActs')}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <DuplicateItem instrument={instrument} />
          {actions.map((one) => (
            <Menu.Item
              key={one}
              leftSection={<Icon name={icons[one]} size={18} />}
              onClick={() => setAction(one)}
              {...(one === 'retire' && { c: 'var(--status-bad)' })}
            >
              {t(`act.${one}` satisfies MessageKey)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {action !== undefined && (
        <DialogOf action={action} instrument={instrument} onClose={() => setAction(undefined)} />
      )}
    </>
  )
}

function DialogOf({ action, ...props }: Omit<ActionDialogProps, 'action'> & { action: Action }) {
  const { id, asset_tag: tag } = props.instrument
  if (isOfShipment(action)) return <ShipmentDialog action={action} {...props} />
  if (action !== 'assign') return <ActDialog action={action} {...props} />
  return (
    <Suspense fallback={null}>
      <AssignDialog subject={tag ?? ''} readIds={() => Promise.resolve([id])} onClose={props.onClose} />
    </Suspense>
  )
}

/** The way to a new instrument like this one. */
function DuplicateItem({ instrument: { id: from } }: { instrument: AppInstrument }) {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const open = () =>
    navigate({ to: '/w/$workspaceId/instruments/new', params: { workspaceId }, search: { from } })
  return (
    <Menu.Item leftSection={<Icon name="plus" size={18} />} onClick={() => void open()}>
      {t('instrument.duplicate')}
    </Menu.Item>
  )
}

/** The acts that this dialog asks for. */
type PlainAction = Exclude<Action, ShipmentAction | 'assign'>

interface ActionDialogProps {
  action: PlainAction
  instrument: AppInstrument
  onClose: () => void
}

function ActDialog({ action, instrument, onClose }: ActionDialogProps) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [status, setStatus] = useState(firstOtherStatus(instrument.status))
  const [until, setUntil] = useState('')
  const confirm = async ({ reason }: { reason: string }) => {
    await sendAction(api, instrument.id, action, { status, until, reason })
    await queries.invalidateQueries({ queryKey: [workspaceId] })
    showToast(t(`act.${action}.done` satisfies MessageKey, { tag: instrument.asset_tag ?? '' }))
  }
  const fields = {
    status: <StatusField now={instrument.status} value={status} onChange={setStatus} />,
    extend: ({ until: problem }: Readonly<Record<string, string>>) => (
      <UntilField due={instrument.due_date!} value={until} problem={problem} onChange={setUntil} />
    ),
  }
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t(`act.${action}`)}
      object={[instrument.asset_tag, instrument.name].filter(Boolean).join(' · ')}
      consequence={t(`act.${action}.consequence` satisfies MessageKey)}
      verb={t(`act.${action}.verb` satisfies MessageKey)}
      destructive={action === 'retire'}
      {...(action !== 'endExtension' && {
        reasonLabel: t('act.reason'),
        reasonMax: REASON_LENGTH_MAX,
        mentionsFor: instrument.id,
      })}
      ready={action !== 'extend' || until !== ''}
      onConfirm={confirm}
    >
      {action === 'status' || action === 'extend' ? fields[action] : undefined}
    </FinalActionDialog>
  )
}

/** The input of a dialog. */
interface Asked {
  status: MovableStatus
  until: string
  reason: string
}

function sendAction(
  api: WorkspaceApi,
  instrumentId: string,
  action: PlainAction,
  { status, until, reason }: Asked,
): Promise<unknown> {
  const params = { instrument_id: instrumentId }
  switch (action) {
    case 'status':
      return api.changeInstrumentStatus({ params, body: { status, reason } })
    case 'quarantine':
    case 'liftQuarantine':
      return api.setInstrumentQuarantine({
        params,
        body: { is_quarantined: action === 'quarantine', reason },
      })
    case 'extend':
      return api.extendDueDate({ params, body: { until, reason } })
    case 'endExtension':
      return api.removeDueExtension({ params })
    case 'retire':
    default:
      return api.retireInstrument({ params, body: { reason } })
  }
}

function StatusField({
  now,
  value,
  onChange,
}: {
  now: string | null
  value: MovableStatus
  onChange: (status: MovableStatus) => void
}) {
  return (
    <NativeSelect
      data-autofocus
      label={t('act.newStatus')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as MovableStatus)}
      data={otherStatuses(now).map((one) => ({ value: one, label: statusWord(one)! }))}
    />
  )
}

function UntilField({
  due,
  value,
  problem,
  onChange,
}: {
  due: string
  value: string
  problem: string | undefined
  onChange: (until: string) => void
}) {
  const { workspace } = useWorkspace()
  return (
    <TextInput
      data-autofocus
      type="date"
      required
      label={t('act.extend.until')}
      description={t('act.extend.now', { date: formatDate(due) })}
      min={addDays(todayIn(workspace.timezone), 1)}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A status that an instrument can be moved to and back from. */
type MovableStatus = Exclude<InstrumentStatus, 'retired'>

function otherStatuses(status: string | null): MovableStatus[] {
  return instrumentStatuses.filter((one) => one !== 'retired').filter((one) => one !== status)
}

function firstOtherStatus(status: string | null): MovableStatus {
  return otherStatuses(status)[0]!
}
