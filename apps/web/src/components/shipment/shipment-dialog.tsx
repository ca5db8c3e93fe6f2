import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REASON_LENGTH_MAX, type AppInstrument } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { FinalActionDialog } from '../final-action-dialog.tsx'
import { showToast } from '../toast.tsx'
import { costBody, CostFields, shipmentBody, ShipmentFields, shipmentValues } from './shipment-fields.tsx'

/** An action on a shipment. */
export type ShipmentAction = 'sendOut' | 'changeShipment' | 'takeBack'

interface ShipmentDialogProps {
  action: ShipmentAction
  instrument: Pick<AppInstrument, 'id' | 'asset_tag' | 'name' | 'shipment'>
  onClose: () => void
}

/** Sends an instrument out, changes the details of its shipment, or receives it without a certificate. */
export function ShipmentDialog({ action, instrument, onClose }: ShipmentDialogProps) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [values, setValues] = useState(() => shipmentValues(instrument.shipment))
  const params = { instrument_id: instrument.id }
  const confirm = async ({ reason: typed }: { reason: string }) => {
    const reason = typed.trim() || null
    const body = { ...shipmentBody(values), reason }
    if (action === 'sendOut') await api.sendInstrumentOut({ params, body })
    if (action === 'changeShipment') await api.updateShipment({ params, body })
    if (action === 'takeBack') await api.receiveInstrument({ params, body: { ...costBody(values), reason } })
    await queries.invalidateQueries({ queryKey: [workspaceId] })
    showToast(t(`act.${action}.done`, { tag: instrument.asset_tag ?? '' }))
  }
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t(`act.${action}`)}
      object={[instrument.asset_tag, instrument.name].filter(Boolean).join(' · ')}
      consequence={t(`act.${action}.consequence`)}
      verb={t(`act.${action}.verb`)}
      reasonLabel={t('act.reason')}
      reasonOptional
      reasonMax={REASON_LENGTH_MAX}
      mentionsFor={instrument.id}
      onConfirm={confirm}
    >
      {(errors) =>
        action === 'takeBack' ? (
          <CostFields values={values} errors={errors} onChange={setValues} />
        ) : (
          <ShipmentFields values={values} errors={errors} onChange={setValues} />
        )
      }
    </FinalActionDialog>
  )
}
