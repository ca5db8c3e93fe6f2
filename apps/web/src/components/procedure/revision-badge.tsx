import { AppearanceBadge } from '../status/status-badge.tsx'
import type { StatusAppearance } from '../status/status-appearance.ts'

/** The appearance of each state of a procedure or revision. */
const revisionAppearances: Readonly<Record<string, StatusAppearance>> = {
  draft: { symbol: 'ring', family: 'soon', word: 'procedure.state.draft' },
  released: { symbol: 'dot', family: 'good', word: 'procedure.state.released' },
  withdrawn: { symbol: 'struck', family: 'neutral', word: 'procedure.state.withdrawn' },
}

/** The state of a procedure or revision. */
export function RevisionBadge({ state }: { state: string }) {
  const appearance = revisionAppearances[state]
  return appearance ? <AppearanceBadge appearance={appearance} /> : <span>{state}</span>
}
