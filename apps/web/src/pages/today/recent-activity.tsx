import { Text } from '@mantine/core'
import type { ActivityEntry } from '@plumbline/contract'
import { InstantText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { t, tIfKnown } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import styles from './today-page.module.css'

/** The latest entries of the ledger: what, of what, by whom and when. */
export function RecentActivity({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <ol className={styles.activity}>
      {entries.map((entry) => (
        <li key={entry.index}>
          <div>
            {tIfKnown(`activity.${entry.kind}`) ?? entry.kind}
            {entry.subject.label !== null && (
              <>
                {' · '}
                <Subject subject={entry.subject} />
              </>
            )}
          </div>
          <Text size="sm" c="dimmed" component="div">
            <InstantText at={entry.at} relative />
            {' · '}
            {entry.actor.name ?? tIfKnown(`actor.${entry.actor.type}`) ?? entry.actor.type}
          </Text>
        </li>
      ))}
    </ol>
  )
}

function Subject({ subject: { type, id, label } }: { subject: ActivityEntry['subject'] }) {
  const { workspaceId } = useWorkspace()
  if (type === 'instrument') {
    return (
      <LinkAnchor to="/w/$workspaceId/instruments/$instrumentId" params={{ workspaceId, instrumentId: id }}>
        {label}
      </LinkAnchor>
    )
  }
  if (type === 'calibration') {
    return (
      <LinkAnchor
        to="/w/$workspaceId/calibrations/$calibrationId"
        params={{ workspaceId, calibrationId: id }}
      >
        {label}
      </LinkAnchor>
    )
  }
  return type === 'workspace' ? <span>{t('frame.workspace')}</span> : <span>{label}</span>
}
