import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AppInstrument } from '@plumbline/contract'
import { formatDate, todayIn } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { ShipmentDialog } from '../../components/shipment/shipment-dialog.tsx'
import { shipmentFacts } from '../../components/shipment/shipment-facts.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './calibrate.module.css'

/**
 * What was noted when the instrument was sent out, to compare with what comes back. It can be changed until the record ends
 * the shipment: the invoice states what the calibration did cost.
 */
export function ShipmentLine({ instrument }: { instrument: AppInstrument }) {
  const { workspace } = useWorkspace()
  const [isChanging, setChanging] = useState(false)
  const { shipment } = instrument
  const sentOut = shipment?.sent_out_on && formatDate(shipment.sent_out_on)
  const facts = [
    [t('instrument.sentOutOn'), sentOut] as const,
    ...shipmentFacts(shipment, todayIn(workspace.timezone)),
  ]
  return (
    <div className={styles.shipment}>
      <dl>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
        {t('act.changeShipment')}
      </Button>
      {isChanging && (
        <ShipmentDialog action="changeShipment" instrument={instrument} onClose={() => setChanging(false)} />
      )}
    </div>
  )
}
