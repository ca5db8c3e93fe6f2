import { Button } from '@mantine/core'
import { t } from '../../base/messages.ts'
import { Icon } from '../icons.tsx'

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
      {t('export.button')}
    </Button>
  )
}
