import { Button } from '@mantine/core'
import { csvText, type CsvCell } from '../../components/csv-text.ts'
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
  rows: readonly (readonly CsvCell[])[]
}) {
  return (
    <Button
      variant="default"
      size="xs"
      className="screen-only"
      leftSection={<Icon name="download" size={16} />}
      onClick={() => saveFile(`${name}.csv`, csvText([heads, ...rows]))}
    >
      {t('export.csv')}
    </Button>
  )
}
