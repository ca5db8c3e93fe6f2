import { Text } from '@mantine/core'
import type { BulkChangeOutcome } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { refusalText } from '../../base/refusals.ts'
import { LinkAnchor } from '../links.tsx'
import { Notice } from '../notice.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './bulk-change.module.css'

/** Maximum number of refusals listed; the report file contains all of them. */
const LISTED_MAX = 20

type Row = Pick<BulkChangeOutcome, 'instrument_id' | 'asset_tag' | 'name' | 'error'>

/** The instruments that cannot be changed, each with the reason. */
export function RefusedRows({ rows, title }: { rows: readonly Row[]; title: (count: number) => string }) {
  const refused = rows.filter(({ error }) => error !== null)
  if (refused.length === 0) return null
  return (
    <Notice tone="warning" title={title(refused.length)}>
      <ul className={styles.refused}>
        {refused.slice(0, LISTED_MAX).map((row) => (
          <RefusedRow key={row.instrument_id} row={row} />
        ))}
      </ul>
      {refused.length > LISTED_MAX && (
        <Text size="sm">{t('bulk.moreRefused', { count: refused.length - LISTED_MAX })}</Text>
      )}
    </Notice>
  )
}

function RefusedRow({ row }: { row: Row }) {
  const { workspaceId } = useWorkspace()
  const isKnown = row.error?.code !== 'NOT_FOUND'
  return (
    <li>
      {isKnown ? (
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: row.instrument_id }}
        >
          {row.asset_tag ?? row.name}
        </LinkAnchor>
      ) : (
        (row.asset_tag ?? t('bulk.unknown'))
      )}
      {': '}
      {row.error && refusalText(row.error)}
    </li>
  )
}
