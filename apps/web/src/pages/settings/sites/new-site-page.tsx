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
import { SiteForm } from './site-form.tsx'
import { changesOf, emptySite } from './site-form-values.ts'

/** A site to be added; its locations come afterwards, on its own page. */
export function NewSitePage() {
  return may.manageAll(useWorkspace()) ? <NewSite /> : <NotOffered title={t('site.new')} />
}

function NewSite() {
  const { workspaceId } = useWorkspace()
  const { values, change, changed, busy, error, submit, saved } = useNewSite()
  const toSites = { to: '/w/$workspaceId/settings/sites', params: { workspaceId } } as const
  return (
    <Page
      title={t('site.new')}
      back={
        <LinkAnchor {...toSites} size="sm">
          ← {t('settings.sites')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && changed} />
      <SiteForm
        values={values}
        error={error}
        busy={busy}
        ready
        submitLabel={t('site.create')}
        onChange={change}
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

/** Manages the form, and the request that adds the site and leads to it. */
function useNewSite() {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [values, change] = useState(emptySite)
  const { busy, error, attempt } = useAttempt()
  const saved = useRef(false)
  const changes = changesOf(emptySite, values)
  const submit = () =>
    attempt(async () => {
      const { id, name } = await api.createSite({ body: { name: values.name, ...changes } })
      saved.current = true
      showToast(t('site.created', { name: name ?? '–' }))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'sites'] })
      await navigate({
        to: '/w/$workspaceId/settings/sites/$siteId',
        params: { workspaceId, siteId: id },
      })
    })
  return { values, change, changed: Object.keys(changes).length > 0, busy, error, submit, saved }
}
