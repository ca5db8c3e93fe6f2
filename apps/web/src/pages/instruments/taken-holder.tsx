import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { instrumentsQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'

const fields = ['asset_tag', 'serial_number'] as const
type TakenField = (typeof fields)[number]

/** Names the instrument that has the asset tag or serial number of a refused one: a retired one stands in no list. */
export function TakenHolder({
  error,
  values,
}: {
  error: unknown
  values: Readonly<Record<TakenField, string>>
}) {
  if (!(error instanceof ApiFailure) || error.code !== 'CONFLICT') return null
  const field = fields.find((name) => name === error.details['field'])
  return field === undefined ? null : (
    <Holder key={error.requestId} field={field} value={values[field].trim()} />
  )
}

function Holder({ field, value }: { field: TakenField; value: string }) {
  const { workspaceId } = useWorkspace()
  // What was refused, whatever is typed since.
  const [taken] = useState(value)
  const filters = { [field]: taken, include: 'retired' }
  const { data } = useQuery(instrumentsQuery(workspaceId, filters, { limit: 1, offset: 0 }))
  const holder = data?.data[0]
  if (!holder) return null
  const words = { tag: holder.asset_tag ?? '', name: holder.name ?? '' }
  return (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId"
      params={{ workspaceId, instrumentId: holder.id }}
      size="sm"
    >
      {t(holder.status === 'retired' ? 'instrumentForm.heldByRetired' : 'instrumentForm.heldBy', words)}
    </LinkAnchor>
  )
}
