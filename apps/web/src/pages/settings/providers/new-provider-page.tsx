import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { t } from '../../../base/messages.ts'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { NotOffered } from '../not-offered.tsx'
import { ProviderForm } from './provider-form.tsx'
import { createBody, emptyProvider, isChanged } from './provider-values.ts'

/** A provider to be added. */
export function NewProviderPage() {
  const open = useWorkspace()
  return may.manageAll(open) ? <NewProvider /> : <NotOffered title={t('provider.new')} />
}

function NewProvider() {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [values, change] = useState(emptyProvider)
  const { busy, error, attempt } = useAttempt()
  const saved = useRef(false)
  const create = () =>
    attempt(async () => {
      const { id, name } = await api.createProvider({ body: createBody(values) })
      saved.current = true
      showToast(t('provider.created', { name }))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'providers'] })
      await navigate({
        to: '/w/$workspaceId/settings/providers/$providerId',
        params: { workspaceId, providerId: id },
      })
    })
  const toList = { to: '/w/$workspaceId/settings/providers', params: { workspaceId } } as const
  return (
    <Page
      title={t('provider.new')}
      back={
        <LinkAnchor {...toList} size="sm">
          ← {t('settings.providers')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && isChanged(emptyProvider, values)} />
      <ProviderForm
        values={values}
        error={error}
        busy={busy}
        changed
        submitLabel={t('provider.create')}
        onChange={change}
        onSubmit={() => void create()}
        cancel={
          <LinkButton variant="default" {...toList}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}
