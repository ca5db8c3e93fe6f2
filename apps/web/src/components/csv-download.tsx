import { Button } from '@mantine/core'
import type { Query } from '../api.ts'
import { t } from '../messages.ts'
import { useWorkspace } from '../workspace.ts'
import { Icon } from './icons.tsx'

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
