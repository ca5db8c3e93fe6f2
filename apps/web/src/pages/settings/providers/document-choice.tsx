import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProviderDocument } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { BELOW } from '../../../components/form/form-fields.ts'
import { documentsQuery } from '../../../queries/documents.ts'
import { useWorkspace } from '../../../state/workspace.ts'

interface Props {
  id: string
  label: string
  error: string | undefined
  value: string
  /** The one that is chosen already, which may be older than those that are offered. */
  present: ProviderDocument | null
  onChange: (documentId: string) => void
}

/** The newest documents of instruments, one of which shows the accreditation. */
export function DocumentChoice({ present, onChange, ...input }: Props) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(documentsQuery(workspaceId, { limit: 100 }))
  const found = (data?.data ?? []).filter(({ id }) => id !== present?.id)
  return (
    <NativeSelect
      {...input}
      description={t('provider.documentHint')}
      inputWrapperOrder={BELOW}
      data={[
        { value: '', label: t('provider.noDocument') },
        ...(present ? [{ value: present.id, label: present.file_name }] : []),
        ...found.map(({ id, file_name: name, instrument }) => ({
          value: id,
          label: [name, instrument.asset_tag].filter(Boolean).join(' · '),
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
