import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SiteUpdate, type LocationSummary } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { DialogButtons } from '../../../components/form/dialog-buttons.tsx'
import { limitsOf } from '../../../components/form/limits.ts'
import { submitting, useAttempt } from '../../../components/form/use-attempt.ts'
import { Icon } from '../../../components/icons.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast.tsx'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import styles from '../settings-form.module.css'

/** The rooms and cabinets of a site. */
export function SiteLocations({ siteId }: { siteId: string }) {
  const { locations, role } = useWorkspace()
  const [naming, setNaming] = useState<LocationSummary | 'new'>()
  const own = locations.filter(({ site_id }) => site_id === siteId)
  const canChange = may.manage(role)
  return (
    <Panel title={t('site.locations')} actions={canChange && <AddButton onAdd={() => setNaming('new')} />}>
      {own.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('location.none')}
        </Text>
      )}
      <ul className={styles.actions}>
        {own.map((location) => (
          <LocationRow
            key={location.id}
            name={location.name ?? '–'}
            onRename={canChange ? () => setNaming(location) : undefined}
          />
        ))}
      </ul>
      {naming !== undefined && (
        <NameDialog siteId={siteId} naming={naming} onClose={() => setNaming(undefined)} />
      )}
    </Panel>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button variant="default" size="sm" leftSection={<Icon name="plus" size={18} />} onClick={onAdd}>
      {t('location.add')}
    </Button>
  )
}

function LocationRow({ name, onRename }: { name: string; onRename: (() => void) | undefined }) {
  return (
    <li>
      <Text>{name}</Text>
      {onRename && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('location.renameNamed', { name })}
          onClick={onRename}
        >
          {t('location.rename')}
        </Button>
      )}
    </li>
  )
}

interface NameDialogProps {
  siteId: string
  naming: LocationSummary | 'new'
  onClose: () => void
}

function NameDialog({ siteId, naming, onClose }: NameDialogProps) {
  const [name, setName] = useState(naming === 'new' ? '' : (naming.name ?? ''))
  const { busy, error, save } = useNaming(siteId, naming)
  const title = naming === 'new' ? t('location.add') : t('location.rename')
  const { maxLength } = limitsOf(SiteUpdate, 'name')
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form onSubmit={submitting(() => save(name, onClose))} noValidate>
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
          <DialogButtons verb={title} busy={busy} ready={name.trim() !== ''} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

/** Saves the name of a location, or a new one of the site. */
function useNaming(siteId: string, naming: LocationSummary | 'new') {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const { busy, error, attempt } = useAttempt()
  const save = (name: string, onSaved: () => void) =>
    attempt(async () => {
      if (naming === 'new') await api.createLocation({ body: { site_id: siteId, name } })
      else await api.updateLocation({ params: { location_id: naming.id }, body: { name } })
      await queries.invalidateQueries({ queryKey: [workspaceId, 'locations'] })
      showToast(t('location.saved', { name: name.trim() }))
      onSaved()
    })
  return { busy, error, save }
}
