import { Button } from '@mantine/core'
import { csvHead, csvLines, type CsvValue } from '@plumbline/contract'
import { Icon } from '../../components/icons.tsx'
import { saveFile } from '../../components/save-file.ts'
import { t } from '../../messages.ts'

/** Saves what a part of a report shows as CSV. */
export function CsvButton({
  name,
  heads,
  rows,
}: {
  /** Of the file, without its ending. */
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
      {t('export.csv')}
    </Button>
  )
}
