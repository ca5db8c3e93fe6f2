import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { SiteRead } from '@plumbline/contract'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { tell } from '../../../components/told.tsx'
import { t } from '../../../messages.ts'
import { may } from '../../../session.ts'
import { useWorkspace } from '../../../workspace.ts'
import { NotOffered } from '../not-offered.tsx'
import { SiteForm } from './site-form.tsx'
import { changesOf, emptySite } from './site-form-values.ts'

/** A site to be added; its locations come afterwards, on its own page. */
export function NewSitePage() {
  const open = useWorkspace()
  const { workspaceId, api } = open
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState(emptySite)
  const { busy, error, attempt } = useAttempt()
  const saved = useRef(false)
  const toSites = { to: '/w/$workspaceId/settings/sites', params: { workspaceId } } as const
  if (!may.manageAll(open)) return <NotOffered title={t('site.new')} />
  const body = changesOf(emptySite, values)
  const submit = () =>
    attempt(async () => {
      const { id, name } = await api.post<SiteRead>('/sites', body)
      saved.current = true
      tell(t('site.created', { name: name ?? '–' }))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'sites'] })
      await navigate({
        to: '/w/$workspaceId/settings/sites/$siteId',
        params: { workspaceId, siteId: id },
      })
    })
  return (
    <Page
      title={t('site.new')}
      back={
        <LinkAnchor {...toSites} size="sm">
          ← {t('settings.sites')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && Object.keys(body).length > 0} />
      <SiteForm
        values={values}
        error={error}
        busy={busy}
        ready
        submitLabel={t('site.create')}
        onChange={setValues}
        onSubmit={() => void submit()}
        cancel={
          <LinkButton variant="default" {...toSites}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}
