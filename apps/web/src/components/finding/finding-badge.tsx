import type { Finding } from '@plumbline/contract'
import { LookBadge } from '../status/status-badge.tsx'

/** Whether a finding is open. */
export function FindingBadge({ status }: Pick<Finding, 'status'>) {
  return (
    <LookBadge
      look={
        status === 'open'
          ? { symbol: 'square', family: 'bad', word: 'finding.state.open' }
          : { symbol: 'dot', family: 'neutral', word: 'finding.state.closed' }
      }
    />
  )
}
