import { Button } from '@mantine/core'
import { useAttempt } from './form/use-attempt.ts'
import type { Query } from '../api.ts'
import { todayIn } from '../formats.ts'
import { t } from '../messages.ts'
import { useWorkspace } from '../workspace.ts'
import { Icon } from './icons.tsx'
import { saveFile } from './save-file.ts'
import { tellFailure } from './told.tsx'

/** A link to a file that the server writes while it is taken: the browser shows and stops the download. */
export function CsvDownload({ path, query }: { path: string; query: Query }) {
  const { api } = useWorkspace()
  return (
    <Button
      component="a"
      variant="default"
      href={api.url(path, query)}
      download
      leftSection={<Icon name="download" size={18} />}
    >
      {t('export.csv')}
    </Button>
  )
}

/** The same file for rows that were chosen one by one, which are too many for an address. */
export function ChosenCsvDownload({ path, body }: { path: string; body: object }) {
  const { api, workspace } = useWorkspace()
  const { busy, attempt } = useAttempt(tellFailure)
  const save = () =>
    attempt(async () =>
      saveFile(
        `${path.slice(1, -'.csv'.length)}-${todayIn(workspace.timezone)}.csv`,
        await api.postForFile(path, body),
      ),
    )
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={18} />}
      onClick={() => void save()}
    >
      {t('export.csv')}
    </Button>
  )
}
