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
import { FinalActDialog } from '../../components/final-act-dialog.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { statusWord } from '../../components/instrument-fields/instrument-words.ts'
import { ShipmentDialog, type ShipmentAct } from '../../components/shipment/shipment-dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { may } from '../../state/session.ts'
import { laterPart } from '../../components/later-part.ts'
import { useWorkspace } from '../../state/workspace.ts'

const AssignDialog = laterPart(() => import('../../components/assign/assign-dialog.tsx'), 'AssignDialog')

/** Actions on an instrument other than calibrating and editing it. */
type Act =
  | ShipmentAct
  | 'assign'
  | 'status'
  | 'quarantine'
  | 'liftQuarantine'
  | 'extend'
  | 'endExtension'
  | 'retire'

const icons: Readonly<Record<Act, IconName>> = {
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
function actsFor(instrument: AppInstrument, isManager: boolean): Act[] {
  if (instrument.retired_at !== null) return []
  const isOut = instrument.status === 'OUT_FOR_CALIBRATION'
  const acts: Act[] = isOut ? ['takeBack', 'changeShipment', 'status'] : [...sendable(instrument), 'status']
  if (isPlanned(instrument)) acts.unshift('assign')
  if (instrument.due_date !== null) acts.push('extend')
  if (instrument.due_extension !== null) acts.push('endExtension')
  if (!isManager) return acts
  acts.push(instrument.is_quarantined ? 'liftQuarantine' : 'quarantine', 'retire')
  return acts
}

/** What has no interval is not calibrated. */
function sendable(instrument: AppInstrument): Act[] {
  return isPlanned(instrument) ? ['sendOut'] : []
}

function isPlanned({ calibration_interval_value: interval }: AppInstrument): boolean {
  return interval !== null
}

function isOfShipment(act: Act): act is ShipmentAct {
  return act === 'sendOut' || act === 'changeShipment' || act === 'takeBack'
}

/** The menu of acts, and the dialog of the chosen one. */
export function InstrumentActs({ instrument }: { instrument: AppInstrument }) {
  const { role } = useWorkspace()
  const [act, setAct] = useState<Act>()
  const acts = may.write(role) ? actsFor(instrument, may.manage(role)) : []
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
          {acts.map((one) => (
            <Menu.Item
              key={one}
              leftSection={<Icon name={icons[one]} size={18} />}
              onClick={() => setAct(one)}
              {...(one === 'retire' && { c: 'var(--status-bad)' })}
            >
              {t(`act.${one}` satisfies MessageKey)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {act !== undefined && <DialogOf act={act} instrument={instrument} onClose={() => setAct(undefined)} />}
    </>
  )
}

function DialogOf({ act, ...props }: Omit<ActDialogProps, 'act'> & { act: Act }) {
  const { id, asset_tag: tag } = props.instrument
  if (isOfShipment(act)) return <ShipmentDialog act={act} {...props} />
  if (act !== 'assign') return <ActDialog act={act} {...props} />
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
type PlainAct = Exclude<Act, ShipmentAct | 'assign'>

interface ActDialogProps {
  act: PlainAct
  instrument: AppInstrument
  onClose: () => void
}

function ActDialog({ act, instrument, onClose }: ActDialogProps) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [status, setStatus] = useState(firstOtherStatus(instrument.status))
  const [until, setUntil] = useState('')
  const confirm = async ({ reason }: { reason: string }) => {
    await sendAct(api, instrument.id, act, { status, until, reason })
    await queries.invalidateQueries({ queryKey: [workspaceId] })
    showToast(t(`act.${act}.done` satisfies MessageKey, { tag: instrument.asset_tag ?? '' }))
  }
  const fields = {
    status: <StatusField now={instrument.status} value={status} onChange={setStatus} />,
    extend: ({ until: problem }: Readonly<Record<string, string>>) => (
      <UntilField due={instrument.due_date!} value={until} problem={problem} onChange={setUntil} />
    ),
  }
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t(`act.${act}`)}
      object={[instrument.asset_tag, instrument.name].filter(Boolean).join(' · ')}
      consequence={t(`act.${act}.consequence` satisfies MessageKey)}
      verb={t(`act.${act}.verb` satisfies MessageKey)}
      destructive={act === 'retire'}
      {...(act !== 'endExtension' && {
        reasonLabel: t('act.reason'),
        reasonMax: REASON_LENGTH_MAX,
        mentionsFor: instrument.id,
      })}
      ready={act !== 'extend' || until !== ''}
      onConfirm={confirm}
    >
      {act === 'status' || act === 'extend' ? fields[act] : undefined}
    </FinalActDialog>
  )
}

/** The input of a dialog. */
interface Asked {
  status: MovableStatus
  until: string
  reason: string
}

function sendAct(
  api: WorkspaceApi,
  instrumentId: string,
  act: PlainAct,
  { status, until, reason }: Asked,
): Promise<unknown> {
  const params = { instrument_id: instrumentId }
  switch (act) {
    case 'status':
      return api.changeInstrumentStatus({ params, body: { status, reason } })
    case 'quarantine':
    case 'liftQuarantine':
      return api.setInstrumentQuarantine({ params, body: { is_quarantined: act === 'quarantine', reason } })
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
