import { LookBadge } from '../status/status-badge.tsx'
import type { StatusLook } from '../status/status-look.ts'

/** The appearance of each state of a procedure or revision. */
const revisionLooks: Readonly<Record<string, StatusLook>> = {
  draft: { symbol: 'ring', family: 'soon', word: 'procedure.state.draft' },
  released: { symbol: 'dot', family: 'good', word: 'procedure.state.released' },
  withdrawn: { symbol: 'struck', family: 'neutral', word: 'procedure.state.withdrawn' },
}

/** The state of a procedure or revision. */
export function RevisionBadge({ state }: { state: string }) {
  const look = revisionLooks[state]
  return look ? <LookBadge look={look} /> : <span>{state}</span>
}
