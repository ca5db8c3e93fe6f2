import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AppInstrument } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { modelOf, ownParts } from '../../components/instrument-fields/model-values.ts'
import { partName, partWords } from '../../components/instrument-fields/model-words.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { instrumentModelsQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './instrument-page.module.css'

/** Which values of an instrument are its own: its model says another one. Nothing where it has none, or follows its model. */
export function OwnValues({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId } = useWorkspace()
  const { data = [] } = useQuery({
    ...instrumentModelsQuery(workspaceId),
    enabled: instrument.manufacturer !== null && instrument.model !== null,
  })
  const model = modelOf(instrument, data)
  const own = model ? ownParts(instrument, model) : []
  if (!model || own.length === 0) return null
  const codes =
    model.procedure_id === null ? [] : [{ id: model.procedure_id, code: model.procedure_code ?? '–' }]
  return (
    <div className={styles.ownValues}>
      <Text size="sm">
        {t('instrument.ownValues')}{' '}
        <LinkAnchor to="/w/$workspaceId/instrument-models" params={{ workspaceId }} size="sm">
          {model.manufacturer} {model.model}
        </LinkAnchor>
      </Text>
      <ul>
        {own.map((part) => (
          <li key={part}>
            {t('instrument.modelSays', { name: partName(part), value: partWords(part, model, codes) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
