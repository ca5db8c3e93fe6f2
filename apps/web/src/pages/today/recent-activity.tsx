import { Text } from '@mantine/core'
import type { ActivityEntry } from '@plumbline/contract'
import { tIfKnown } from '../../base/messages.ts'
import { SubjectLink } from '../../components/activity/subject-link.tsx'
import { InstantText } from '../../components/date-text.tsx'
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
                <SubjectLink subject={entry.subject} />
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
