import { Button, Menu } from '@mantine/core'
import { exportFormats, type ExportFormat } from '@plumbline/contract'
import { todayIn } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { Icon } from '../icons.tsx'
import { showFailure } from '../toast.tsx'
import { saveFile } from './save-file.ts'

/** A file that the menu offers in each form. */
export interface ExportChoice {
  /** Heading of its formats, if there are several files. */
  readonly label?: string
  /** Its address: the server writes it while it is taken, and the browser shows and stops the download. */
  readonly href: (format: ExportFormat) => string
  /** Forms that it comes in; all of them unless given. */
  readonly formats?: readonly ExportFormat[]
}

/** Hands a list out as a file, in the form that one chooses. */
export function ExportMenu({ choices }: { choices: readonly ExportChoice[] }) {
  return (
    <Menu position="bottom-end">
      <ExportTarget loading={false} />
      <Menu.Dropdown>
        {choices.map(({ label, href, formats = exportFormats }, at) => [
          label && <Menu.Label key={label}>{label}</Menu.Label>,
          ...formats.map((format) => (
            <Menu.Item key={`${at} ${format}`} component="a" href={href(format)} download>
              {t(`export.${format}`)}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same for rows that were chosen one by one, which are too many for an address. */
export function ChosenExportMenu({
  name,
  read,
}: {
  name: string
  read: (format: ExportFormat) => Promise<Blob>
}) {
  const { workspace } = useWorkspace()
  const { busy, attempt } = useAttempt(showFailure)
  const save = (format: ExportFormat) =>
    attempt(async () => saveFile(`${name}-${todayIn(workspace.timezone)}.${format}`, await read(format)))
  return (
    <Menu position="bottom-end">
      <ExportTarget loading={busy} />
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function ExportTarget({ loading }: { loading: boolean }) {
  return (
    <Menu.Target>
      <Button
        variant="default"
        title={t('export.menu')}
        loading={loading}
        leftSection={<Icon name="download" size={18} />}
      >
        {t('export.menu')}
      </Button>
    </Menu.Target>
  )
}
