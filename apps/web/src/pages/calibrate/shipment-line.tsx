import type { Shipment } from '@plumbline/contract'
import { formatDate, todayIn } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { shipmentFacts } from '../../components/shipment/shipment-facts.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './calibrate.module.css'

/** What was noted when the instrument was sent out, to compare with what comes back. */
export function ShipmentLine({ shipment }: { shipment: Shipment }) {
  const { workspace } = useWorkspace()
  const sentOut = shipment.sent_out_on && formatDate(shipment.sent_out_on)
  const facts = [
    [t('instrument.sentOutOn'), sentOut] as const,
    ...shipmentFacts(shipment, todayIn(workspace.timezone)),
  ]
  return (
    <dl className={styles.shipment}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
