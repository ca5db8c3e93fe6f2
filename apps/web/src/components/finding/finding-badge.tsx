import type { Finding } from '@plumbline/contract'
import { AppearanceBadge } from '../status/status-badge.tsx'

/** Whether a finding is open. */
export function FindingBadge({ status }: Pick<Finding, 'status'>) {
  return (
    <AppearanceBadge
      appearance={
        status === 'open'
          ? { symbol: 'square', family: 'bad', word: 'finding.state.open' }
          : { symbol: 'dot', family: 'neutral', word: 'finding.state.closed' }
      }
    />
  )
}
