import { Button } from '@mantine/core'
import { todayIn } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { Icon } from '../icons.tsx'
import { showFailure } from '../toast.tsx'
import { saveFile } from './save-file.ts'

/** A link to a file that the server writes while it is taken: the browser shows and stops the download. */
export function CsvDownload({ href }: { href: string }) {
  return (
    <Button
      component="a"
      variant="default"
      href={href}
      download
      leftSection={<Icon name="download" size={18} />}
    >
      {t('export.csv')}
    </Button>
  )
}

/** The same file for rows that were chosen one by one, which are too many for an address. */
export function ChosenCsvDownload({ name, read }: { name: string; read: () => Promise<Blob> }) {
  const { workspace } = useWorkspace()
  const { busy, attempt } = useAttempt(showFailure)
  const save = () => attempt(async () => saveFile(`${name}-${todayIn(workspace.timezone)}.csv`, await read()))
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
