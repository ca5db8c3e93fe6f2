import { Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Provider } from '@plumbline/contract'
import { isNotFound } from '../../../api/index.ts'
import { todayIn } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { EditConflict } from '../../../components/form/edit-conflict.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { useVersionedForm } from '../../../components/form/versioned-form.ts'
import { LinkAnchor } from '../../../components/links.tsx'
import { NotFoundPage } from '../../../components/not-found-page.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { providerQuery } from '../../../queries/providers.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DiscardButton } from '../discard-button.tsx'
import { Facts } from '../facts.tsx'
import { AccreditationCertificates } from './accreditation-certificates.tsx'
import { ProviderFigures } from './provider-figures.tsx'
import { ProviderForm, providerLabels } from './provider-form.tsx'
import { changesOf, isChanged, lineText, valuesOf } from './provider-values.ts'
import { validityWords } from './providers-page.tsx'

/** One provider; admins and managers change it, everybody else reads it. */
export function ProviderPage() {
  const { providerId } = useParams({ from: '/w/$workspaceId/settings/providers/$providerId' })
  const open = useWorkspace()
  const { workspaceId } = open
  const { data, error } = useQuery(providerQuery(workspaceId, providerId))
  if (isNotFound(error)) return <NotFoundPage />
  const provider = data?.body
  const isEdited = may.manageAll(open)
  return (
    <Page
      title={provider?.name ?? t('shipment.provider')}
      back={
        <LinkAnchor to="/w/$workspaceId/settings/providers" params={{ workspaceId }} size="sm">
          ← {t('settings.providers')}
        </LinkAnchor>
      }
      actions={provider && <Acts provider={provider} />}
    >
      <ErrorSummary error={error} />
      {data === undefined && !error && <DelayedSkeleton lines={8} />}
      {provider?.is_archived && <Notice tone="neutral" title={t('provider.isArchived')} />}
      {provider && (
        <Stack gap="lg">
          {isEdited ? (
            <Editing key={providerId} provider={provider} />
          ) : (
            <>
              <ProviderFacts provider={provider} />
              <AccreditationCertificates provider={provider} />
            </>
          )}
          <ProviderFigures provider={provider} />
        </Stack>
      )}
    </Page>
  )
}

/** Archiving. */
function Acts({ provider }: { provider: Provider }) {
  const open = useWorkspace()
  const { workspaceId, api } = open
  const queries = useQueryClient()
  const { busy, attempt } = useAttempt()
  const { id, name, is_archived: isArchived } = provider
  const archive = () =>
    attempt(async () => {
      await api.updateProvider({ params: { provider_id: id }, body: { is_archived: !isArchived } })
      await queries.invalidateQueries({ queryKey: [workspaceId, 'providers'] })
      showToast(t(isArchived ? 'provider.restored' : 'provider.archivedDone', { name }))
    })
  return (
    may.manageAll(open) && (
      <Button variant="default" loading={busy} onClick={() => void archive()}>
        {t(isArchived ? 'provider.restore' : 'provider.archive')}
      </Button>
    )
  )
}

function Editing({ provider }: { provider: Provider }) {
  const form = useEditing(provider.id)
  if (form === undefined) return null
  const changed = isChanged(form.before, form.values)
  return (
    <>
      <LeaveGuard when={() => changed && !form.busy} />
      <ProviderForm
        values={form.values}
        error={form.error}
        notice={
          form.overtaken && (
            <EditConflict words={t('provider.overtaken')} onTakeNewer={() => void form.takeNewer()} />
          )
        }
        busy={form.busy}
        changed={changed}
        submitLabel={t('action.save')}
        onChange={form.change}
        onSubmit={() => void form.submit()}
        cancel={<DiscardButton form={form} changed={changed} />}
      />
      <AccreditationCertificates provider={provider} onAdded={form.takeNewer} />
    </>
  )
}

/** The form over the provider, in the version that was read. */
function useEditing(providerId: string) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const query = providerQuery(workspaceId, providerId)
  const { data } = useQuery(query)
  return useVersionedForm(
    data && { values: valuesOf(data.body), etag: data.etag },
    async () => {
      const { body, etag } = await queries.fetchQuery({ ...query, staleTime: 0 })
      return { values: valuesOf(body), etag }
    },
    async ({ before, values, etag }) => {
      const body = changesOf(before, values)
      const { name } = await api.updateProvider({
        params: { provider_id: providerId },
        body,
        ifMatch: etag,
      })
      showToast(t('provider.saved', { name }))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'providers'] })
    },
  )
}

function ProviderFacts({ provider }: { provider: Provider }) {
  const { workspace } = useWorkspace()
  const labels = providerLabels()
  const today = todayIn(workspace.timezone)
  return (
    <Facts
      title={t('shipment.provider')}
      facts={[
        [labels.accreditation_body, provider.accreditation_body],
        [labels.accreditation_number, provider.accreditation_number],
        [labels.accreditation_valid_until, validityWords(provider.accreditation_valid_until, today)],
        [labels.scope, provider.scope.map(lineText).join('\n')],
        [labels.contact_name, provider.contact_name],
        [labels.contact_email, provider.contact_email],
        [labels.contact_phone, provider.contact_phone],
        [labels.lead_time_days, provider.lead_time_days],
        [labels.notes, provider.notes],
      ]}
    />
  )
}
