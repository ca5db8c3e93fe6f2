import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { instrumentText } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { currentLanguage, t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { SitesField } from '../../../components/form/sites-field.tsx'
import { submitting, useAttempt } from '../../../components/form/use-attempt.ts'
import { SuggestedInput } from '../../../components/instrument-fields/suggested-input.tsx'
import { useWorkspace } from '../../../state/workspace.ts'

interface NewCalendarFeedProps {
  opened: boolean
  onClose: () => void
  /** Gets the address. */
  onCreated: (url: string) => void
}

/** What a new calendar feed is to show; its texts are in the language that the person works in. */
export function NewCalendarFeed(props: NewCalendarFeedProps) {
  const { opened, onClose } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('calendarFeeds.new')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <FeedForm {...props} />
    </Modal>
  )
}

function FeedForm({ onClose, onCreated }: NewCalendarFeedProps) {
  const { api, sites } = useWorkspace()
  const [siteIds, setSiteIds] = useState<string[] | null>(null)
  const [category, setCategory] = useState('')
  const [onlyAssigned, setOnlyAssigned] = useState(false)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const body = {
        site_ids: siteIds,
        category: category.trim() || null,
        only_assigned: onlyAssigned,
        language: currentLanguage(),
      }
      onCreated((await api.createCalendarFeed({ body })).url)
    })
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="sm">
        <ErrorSummary error={error} />
        {sites.length > 1 && (
          <SitesField
            id="calendar-sites"
            label={t('person.sites')}
            allLabel={t('person.allSites')}
            value={siteIds}
            error={siteIds?.length === 0 ? t('sites.chooseOne') : undefined}
            onChange={setSiteIds}
          />
        )}
        <SuggestedInput
          of="category"
          manufacturer=""
          label={t('instrumentField.category')}
          description={t('calendarFeeds.categoryHint')}
          maxLength={CATEGORY_LENGTH_MAX}
          value={category}
          error={fieldErrorsOf(error)['category']}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        />
        <Checkbox
          label={t('calendarFeeds.onlyAssigned')}
          checked={onlyAssigned}
          onChange={({ currentTarget }) => setOnlyAssigned(currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={siteIds?.length === 0}>
            {t('calendarFeeds.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const CATEGORY_LENGTH_MAX = instrumentText('category').maxLength
