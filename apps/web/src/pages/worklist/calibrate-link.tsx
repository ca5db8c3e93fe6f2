import { t } from '../../base/messages.ts'
import { LinkButton } from '../../components/links.tsx'

/** The address at which an instrument is calibrated. */
export function calibrateAddress(workspaceId: string, instrumentId: string): string {
  return `/w/${workspaceId}/instruments/${instrumentId}/calibrate`
}

/** The link to calibrate an instrument; hidden from users who may not calibrate. */
export function CalibrateLink({
  workspaceId,
  instrument,
}: {
  workspaceId: string
  instrument: { id: string; asset_tag: string | null; compliance_status: string }
}) {
  const isOut = instrument.compliance_status === 'OUT_FOR_CALIBRATION'
  return (
    <LinkButton
      to={calibrateAddress(workspaceId, instrument.id)}
      variant="light"
      size="compact-sm"
      aria-label={t(isOut ? 'calibrateLink.receiveOf' : 'calibrateLink.of', {
        tag: instrument.asset_tag ?? '',
      })}
      aria-keyshortcuts="c"
    >
      {t(isOut ? 'calibrateLink.receive' : 'calibrateLink.verb')}
    </LinkButton>
  )
}
