import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useDebouncedValue } from '@mantine/hooks'
import { siteField, type SiteFieldName, siteFieldNames, type SiteRead } from '@plumbline/contract'
import { isNotFound } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { EditConflict } from '../../../components/form/edit-conflict.tsx'
import { useVersionedForm } from '../../../components/form/versioned-form.ts'
import { LinkAnchor } from '../../../components/links.tsx'
import { NotFoundPage } from '../../../components/not-found-page.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { siteQuery, siteSchedulePreviewQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DiscardButton } from '../discard-button.tsx'
import { Facts } from '../facts.tsx'
import { laboratoryNames, laboratoryValuesOf } from '../laboratory-values.ts'
import { PreviewPanel, TYPING_MS } from '../preview-panel.tsx'
import styles from '../settings-form.module.css'
import { isZone } from '../zones.ts'
import { changesOf, valuesOf } from './site-form-values.ts'
import { SiteForm, siteLabels } from './site-form.tsx'
import { SiteLocations } from './site-locations.tsx'

const words = {
  nothing: 'sitePreview.nothing',
  turned: 'sitePreview.overdue',
  someOf: 'sitePreview.someOf',
} as const

/** One site with its locations; admins and managers change it, everybody else reads it. */
export function SitePage() {
  const { siteId } = useParams({ from: '/w/$workspaceId/settings/sites/$siteId' })
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(siteQuery(workspaceId, siteId))
  if (isNotFound(error)) return <NotFoundPage />
  return (
    <Page
      title={data?.body.name ?? t('site.title')}
      subtitle={data?.body.is_default && t('site.isDefault')}
      back={
        <LinkAnchor to="/w/$workspaceId/settings/sites" params={{ workspaceId }} size="sm">
          ← {t('settings.sites')}
        </LinkAnchor>
      }
    >
      <ErrorSummary error={error} />
      {data === undefined && !error && <DelayedSkeleton lines={8} />}
      {data && (
        <Stack gap="lg" className={styles.form}>
          <SiteLocations siteId={siteId} />
          {may.manage(role) ? <Editing siteId={siteId} /> : <SiteFacts site={data.body} />}
        </Stack>
      )}
    </Page>
  )
}

function Editing({ siteId }: { siteId: string }) {
  const form = useEditing(siteId)
  if (form === undefined) return null
  const changed = Object.keys(changesOf(form.before, form.values)).length > 0
  return (
    <>
      <LeaveGuard when={() => changed} />
      <SiteForm
        values={form.values}
        error={form.error}
        notice={
          form.overtaken && (
            <EditConflict words={t('site.overtaken')} onTakeNewer={() => void form.takeNewer()} />
          )
        }
        busy={form.busy}
        ready={changed}
        submitLabel={t('action.save')}
        preview={<ZonePreview siteId={siteId} before={form.before.timezone} typed={form.values.timezone} />}
        onChange={form.change}
        onSubmit={() => void form.submit()}
        cancel={<DiscardButton form={form} changed={changed} />}
      />
    </>
  )
}

/** The form over the site, in the version that was read. */
function useEditing(siteId: string) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const query = siteQuery(workspaceId, siteId)
  const { data } = useQuery(query)
  return useVersionedForm(
    data && { values: valuesOf(data.body), etag: data.etag },
    async () => {
      const { body, etag } = await queries.fetchQuery({ ...query, staleTime: 0 })
      return { values: valuesOf(body), etag }
    },
    async ({ before, values, etag }) => {
      const body = changesOf(before, values)
      const { name } = await api.updateSite({ params: { site_id: siteId }, body, ifMatch: etag })
      showToast(t('site.saved', { name: name ?? '–' }))
      // A changed zone moves the worklist.
      await queries.invalidateQueries({ queryKey: [workspaceId] })
    },
  )
}

function SiteFacts({ site }: { site: SiteRead }) {
  const { workspace } = useWorkspace()
  const labels = siteLabels()
  const laboratory = laboratoryValuesOf(site)
  const factOf = (name: SiteFieldName) =>
    siteField(name).kind === 'zone' && site[name] === null
      ? t('site.workspaceZone', { zone: workspace.timezone })
      : site[name]
  return (
    <>
      <Facts
        title={t('site.title')}
        facts={siteFieldNames.map((name) => [labels[name], factOf(name)] as const)}
      />
      <Facts
        title={t('laboratory.title')}
        facts={laboratoryNames.map((name) => [labels[name], laboratory[name]] as const)}
      />
    </>
  )
}

/** A preview of how an entered time zone would change the worklist of a site. */
function ZonePreview({ siteId, before, typed }: { siteId: string; before: string; typed: string }) {
  const { workspaceId } = useWorkspace()
  const zone = typed.trim()
  const asks = zone !== before && (zone === '' || isZone(zone))
  const [wanted] = useDebouncedValue(zone, TYPING_MS)
  const asked = useQuery({
    ...siteSchedulePreviewQuery(workspaceId, siteId, wanted === '' ? undefined : wanted),
    enabled: asks && wanted === zone,
  })
  if (!asks) return <div aria-live="polite" />
  return (
    <PreviewPanel
      asked={asked}
      words={words}
      turned={asked.data?.overdue_changed}
      stands={({ is_overdue: isOverdue }) => (isOverdue ? t('sitePreview.isOverdue') : '')}
    />
  )
}
