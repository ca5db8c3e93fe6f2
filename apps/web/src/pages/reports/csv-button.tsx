import { Button } from '@mantine/core'
import { csvHead, csvLines, type CsvValue } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { saveFile } from '../../components/download/save-file.ts'
import { Icon } from '../../components/icons.tsx'

/** Downloads a part of a report as CSV. */
export function CsvButton({
  name,
  heads,
  rows,
}: {
  /** Name of the file, without its extension. */
  name: string
  heads: readonly string[]
  rows: readonly (readonly CsvValue[])[]
}) {
  return (
    <Button
      variant="default"
      size="xs"
      className="screen-only"
      leftSection={<Icon name="download" size={16} />}
      onClick={() => saveFile(`${name}.csv`, csvHead(heads) + csvLines(rows))}
    >
      {t('export.button')}
    </Button>
  )
}
