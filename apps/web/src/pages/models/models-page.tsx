import { ActionIcon, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InstrumentModel } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { intervalWords } from '../../components/instrument-fields/instrument-words.ts'
import { statedParts } from '../../components/instrument-fields/model-values.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { instrumentModelsQuery } from '../../queries/procedures.ts'
import { may } from '../../state/session.ts'
import { useWorkspace, type OpenWorkspace } from '../../state/workspace.ts'
import { ApplyModelDialog } from './apply-model-dialog.tsx'
import { ModelDialog } from './model-dialog.tsx'

/** Models of instruments, with what new instruments of them begin with. */
export function ModelsPage() {
  const open = useWorkspace()
  const { workspaceId } = open
  const { data, error } = useQuery(instrumentModelsQuery(workspaceId))
  const [asked, setAsked] = useState<{ model: InstrumentModel | null }>()
  const [applied, setApplied] = useState<InstrumentModel>()
  const isManaged = may.manageAll(open)
  return (
    <Page
      wide
      title={t('models.title')}
      subtitle={t('models.subtitle')}
      back={
        <LinkAnchor to="/w/$workspaceId/procedures" params={{ workspaceId }} size="sm">
          ← {t('nav.procedures')}
        </LinkAnchor>
      }
      actions={
        isManaged && (
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setAsked({ model: null })}>
            {t('models.new')}
          </Button>
        )
      }
    >
      <DataTable
        stacks
        caption={t('models.title')}
        columns={columnsFor(open, isManaged, { onEdit: (model) => setAsked({ model }), onApply: setApplied })}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        empty={<EmptyState title={t('models.none')} hint={t('models.noneHint')} />}
      />
      {applied && <ApplyModelDialog model={applied} onClose={() => setApplied(undefined)} />}
      {asked && <ModelDialog model={asked.model} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

function columnsFor(
  { workspaceId }: OpenWorkspace,
  isManaged: boolean,
  actions: ModelActions,
): Column<InstrumentModel>[] {
  return [
    {
      key: 'manufacturer',
      label: t('instrumentField.manufacturer'),
      fixed: true,
      render: ({ manufacturer }) => manufacturer,
    },
    { key: 'model', label: t('instrumentField.model'), fixed: true, render: ({ model }) => model },
    {
      key: 'procedure',
      label: t('model.procedure'),
      render: ({ procedure_id: id, procedure_code: code }) =>
        id && (
          <LinkAnchor to="/w/$workspaceId/procedures/$procedureId" params={{ workspaceId, procedureId: id }}>
            {code}
          </LinkAnchor>
        ),
    },
    { key: 'interval', label: t('instrument.interval'), render: (model) => intervalWords(model) },
    { key: 'tolerance', label: t('instrumentField.tolerance_spec'), render: (model) => model.tolerance_spec },
    {
      key: 'category',
      label: t('instrumentField.category'),
      optional: true,
      render: (model) => model.category,
    },
    {
      key: 'count',
      label: t('nav.instruments'),
      align: 'right',
      render: ({ instrument_count: count }) => formatCount(count),
    },
    ...(isManaged ? [actColumn(actions)] : []),
  ]
}

interface ModelActions {
  readonly onEdit: (model: InstrumentModel) => void
  readonly onApply: (model: InstrumentModel) => void
}

function actColumn({ onEdit, onApply }: ModelActions): Column<InstrumentModel> {
  return {
    key: 'act',
    label: t('procedure.acts'),
    head: <span className="visually-hidden">{t('procedure.acts')}</span>,
    pinned: true,
    render: (model) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {model.instrument_count > 0 && statedParts(model).length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onApply(model)}>
            {t('models.apply', { count: model.instrument_count })}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          aria-label={t('models.edit', { name: `${model.manufacturer} ${model.model}` })}
          onClick={() => onEdit(model)}
        >
          <Icon name="edit" size={18} />
        </ActionIcon>
      </Group>
    ),
  }
}
