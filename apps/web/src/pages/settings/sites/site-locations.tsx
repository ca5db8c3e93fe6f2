import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SiteUpdate, type LocationSummary } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../../components/form/use-attempt.ts'
import { limitsOf } from '../../../components/form/limits.ts'
import { Icon } from '../../../components/icons.tsx'
import { Panel } from '../../../components/panel.tsx'
import { tell } from '../../../components/told.tsx'
import { t } from '../../../messages.ts'
import { may } from '../../../session.ts'
import { useWorkspace } from '../../../workspace.ts'
import styles from '../settings-form.module.css'

/** The rooms and cabinets of a site. */
export function SiteLocations({ siteId }: { siteId: string }) {
  const { locations, role } = useWorkspace()
  const [naming, setNaming] = useState<LocationSummary | 'new'>()
  const own = locations.filter(({ site_id }) => site_id === siteId)
  const canChange = may.manage(role)
  return (
    <Panel
      title={t('site.locations')}
      actions={
        canChange && (
          <Button
            variant="default"
            size="sm"
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => setNaming('new')}
          >
            {t('location.add')}
          </Button>
        )
      }
    >
      {own.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('location.none')}
        </Text>
      )}
      <ul className={styles.acts}>
        {own.map((location) => (
          <li key={location.id}>
            <Text>{location.name ?? '–'}</Text>
            {canChange && (
              <Button
                variant="default"
                size="sm"
                aria-label={t('location.renameNamed', { name: location.name ?? '–' })}
                onClick={() => setNaming(location)}
              >
                {t('location.rename')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {naming !== undefined && (
        <NameDialog siteId={siteId} naming={naming} onClose={() => setNaming(undefined)} />
      )}
    </Panel>
  )
}

function NameDialog({
  siteId,
  naming,
  onClose,
}: {
  siteId: string
  naming: LocationSummary | 'new'
  onClose: () => void
}) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const [name, setName] = useState(naming === 'new' ? '' : (naming.name ?? ''))
  const { busy, error, attempt } = useAttempt()
  const title = naming === 'new' ? t('location.add') : t('location.rename')
  const { maxLength } = limitsOf(SiteUpdate, 'name')
  const submit = () =>
    attempt(async () => {
      if (naming === 'new') await api.post('/locations', { site_id: siteId, name })
      else await api.patch(`/locations/${naming.id}`, { name })
      await queries.invalidateQueries({ queryKey: [workspaceId, 'locations'] })
      tell(t('location.saved', { name: name.trim() }))
      onClose()
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form onSubmit={submitting(submit)} noValidate>
        <Stack gap="sm">
          <ErrorSummary error={error} />
          <TextInput
            label={t('location.name')}
            required
            data-autofocus
            value={name}
            error={fieldErrorsOf(error)['name']}
            {...(maxLength !== undefined && { maxLength })}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={name.trim() === ''}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
