import type { CalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { InstantText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { useWorkspace } from '../../state/workspace.ts'

/** The marker by which a record was voided: who, when, why, and the way to the record. */
export function MarkerPage({ marker }: { marker: CalibrationRecord }) {
  const { workspaceId } = useWorkspace()
  return (
    <Page title={t('marker.title')}>
      <Panel title={t('marker.reason')}>
        <p>{marker.notes}</p>
        <p>
          <InstantText at={marker.performed_at} named /> · {marker.performed_by}
        </p>
        {marker.voids_id !== null && (
          <LinkAnchor
            to="/w/$workspaceId/calibrations/$calibrationId"
            params={{ workspaceId, calibrationId: marker.voids_id }}
          >
            {t('marker.toRecord')}
          </LinkAnchor>
        )}
      </Panel>
    </Page>
  )
}
