import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TableViewCreate, type TableView } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { FinalActionDialog } from '../../../components/final-action-dialog.tsx'
import { limitsOf } from '../../../components/form/limits.ts'
import { showToast } from '../../../components/toast.tsx'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'

/** An action on a view. */
export type ViewAction = { kind: 'create' } | { kind: 'change' | 'delete'; view: TableView }

interface DialogProps {
  state: Readonly<Record<string, string>>
  onClose: () => void
  /** Opens a view; undefined: the whole register. */
  onShow: (view: TableView | undefined) => void
}

/** The dialog of an act. */
export function ViewDialogs({ action, ...props }: DialogProps & { action: ViewAction }) {
  if (action.kind === 'delete') return <DeleteDialog view={action.view} {...props} />
  return <NameDialog {...props} {...(action.kind === 'change' && { view: action.view })} />
}

/** Asks for the name, and managers whether everybody sees it. */
function NameDialog({ view, state, onClose, onShow }: DialogProps & { view?: TableView }) {
  const keep = useKeeping(state)
  const [named, setNamed] = useState<Named>({ name: view?.name ?? '', is_shared: view?.is_shared ?? false })
  const confirm = async () => {
    const kept = await keep(view, { ...named, name: named.name.trim() })
    if (!view) onShow(kept)
  }
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t(view ? 'views.change' : 'views.saveAs')}
      object={view?.name ?? t('viewDialog.newView')}
      consequence={t(view ? 'viewDialog.changeHint' : 'viewDialog.keepHint')}
      verb={t(view ? 'action.save' : 'viewDialog.keep')}
      ready={named.name.trim() !== ''}
      onConfirm={confirm}
    >
      {(errors) => <NameFields named={named} error={errors['name']} onChange={setNamed} />}
    </FinalActionDialog>
  )
}

/** The fields of a view. */
interface Named {
  name: string
  is_shared: boolean
}

/** Saves a view under a name; without an existing view, creates one from the state of the table. */
function useKeeping(state: DialogProps['state']) {
  const { api } = useWorkspace()
  const refresh = useRefresh()
  return async (view: TableView | undefined, named: Named): Promise<TableView> => {
    const kept = view
      ? await api.updateView({ params: { view_id: view.id }, body: named })
      : await api.createView({ body: { ...named, state } })
    await refresh()
    showToast(t('views.saved', { name: kept.name }))
    return kept
  }
}

function NameFields({
  named,
  error,
  onChange,
}: {
  named: Named
  error: string | undefined
  onChange: (named: Named) => void
}) {
  const { role } = useWorkspace()
  return (
    <>
      <TextInput
        data-autofocus
        required
        label={t('viewDialog.name')}
        maxLength={limitsOf(TableViewCreate, 'name').maxLength}
        value={named.name}
        error={error}
        onChange={(event) => onChange({ ...named, name: event.currentTarget.value })}
      />
      {may.manage(role) && (
        <Checkbox
          label={t('viewDialog.share')}
          checked={named.is_shared}
          onChange={(event) => onChange({ ...named, is_shared: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

function DeleteDialog({ view, onClose, onShow }: DialogProps & { view: TableView }) {
  const { api } = useWorkspace()
  const refresh = useRefresh()
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('views.delete')}
      object={view.name}
      consequence={t(view.is_shared ? 'viewDialog.deleteShared' : 'viewDialog.deleteOwn')}
      verb={t('viewDialog.deleteVerb')}
      destructive
      onConfirm={async () => {
        await api.deleteView({ params: { view_id: view.id } })
        onShow(undefined)
        await refresh()
        showToast(t('viewDialog.deleted', { name: view.name }))
      }}
    />
  )
}

function useRefresh() {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [workspaceId, 'views'] })
}
