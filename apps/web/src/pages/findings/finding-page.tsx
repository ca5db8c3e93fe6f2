import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { FindingDetail } from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { formatInstant } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { MeaningField } from '../../components/calibration-record/decision-dialogs.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { FindingBadge } from '../../components/finding/finding-badge.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { MentionTextarea } from '../../components/mention/mention-textarea.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { findingQuery } from '../../queries/findings.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { FollowUp } from './follow-up.tsx'
import { FoundPanel } from './found-panel.tsx'
import { TouchedPanel } from './touched-panel.tsx'
import { useFindingAction } from './use-finding-action.ts'
import styles from './finding-page.module.css'

/** A finding: what was found, the affected calibrations and their assessments, and its closure. */
export function FindingPage() {
  const { workspaceId } = useWorkspace()
  const { findingId } = useParams({ from: '/w/$workspaceId/findings/$findingId' })
  const { data, error } = useQuery(findingQuery(workspaceId, findingId))
  if (isNotFound(error)) return <NotFoundPage />
  if (data === undefined) {
    return (
      <Page title={t('finding.title')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  return <Finding key={findingId} finding={data} />
}

function Finding({ finding }: { finding: FindingDetail }) {
  const { workspaceId, role } = useWorkspace()
  const mayAct = may.manage(role) && finding.status === 'open'
  const { asset_tag: tag, name } = finding.instrument
  return (
    <Page
      wide
      title={t('finding.of', { tag: tag ?? name ?? '–' })}
      aside={<FindingBadge status={finding.status} />}
      subtitle={name ?? ''}
      back={
        <LinkAnchor to="/w/$workspaceId/findings" params={{ workspaceId }} size="sm">
          ← {t('nav.findings')}
        </LinkAnchor>
      }
      actions={mayAct && <CloseAction finding={finding} />}
    >
      <Ended finding={finding} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <FoundPanel finding={finding} />
          <TouchedPanel finding={finding} mayAct={mayAct} />
        </div>
        <div className={styles.side}>
          <FollowUp finding={finding} mayAct={mayAct} />
          <Notes finding={finding} mayAct={mayAct} />
        </div>
      </div>
    </Page>
  )
}

function CloseAction({ finding }: { finding: FindingDetail }) {
  const [asking, setAsking] = useState(false)
  const { unjudged } = finding.touched
  return (
    <>
      <Button
        disabled={unjudged > 0}
        title={unjudged > 0 ? t('finding.judgeFirst', { count: unjudged }) : undefined}
        leftSection={<Icon name="approvals" size={18} />}
        onClick={() => setAsking(true)}
      >
        {t('finding.close')}
      </Button>
      {asking && <CloseDialog finding={finding} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Who closed the finding and why, with the signature. */
function Ended({ finding }: { finding: FindingDetail }) {
  const { workspace } = useWorkspace()
  if (finding.closed_at === null || finding.closed_because === null) return null
  const signed = { name: finding.closed_by ?? '–', at: formatInstant(finding.closed_at, workspace.timezone) }
  return (
    <div className={styles.notices}>
      <Notice tone="neutral" title={t(`finding.ended.${finding.closed_because}`, signed)}>
        {finding.conclusion}
        {finding.signature_meaning !== null && (
          <div>{t('finding.signedAs', { meaning: finding.signature_meaning })}</div>
        )}
      </Notice>
    </div>
  )
}

/** Asks for the conclusion and the signature that close a finding. */
function CloseDialog({ finding, onClose }: { finding: FindingDetail; onClose: () => void }) {
  const { api } = useWorkspace()
  const action = useFindingAction()
  const [meaning, setMeaning] = useState(t('finding.meaningDefault'))
  const { asset_tag: tag, name } = finding.instrument
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('finding.close')}
      object={[tag, name].filter(Boolean).join(' · ')}
      consequence={t('finding.closeConsequence', { count: finding.touched.total })}
      verb={t('finding.signAndClose')}
      reasonLabel={t('finding.conclusion')}
      reasonMax={4000}
      mentionsFor={finding.instrument.id}
      withPassword
      ready={meaning.trim() !== ''}
      onConfirm={({ reason, password }) =>
        action(
          () =>
            api.closeFinding({
              params: { finding_id: finding.id },
              body: { conclusion: reason, password, meaning: meaning.trim() },
            }),
          t('finding.closedDone'),
        )
      }
    >
      {(errors) => <MeaningField meaning={meaning} error={errors['meaning']} onMeaning={setMeaning} />}
    </FinalActionDialog>
  )
}

/** The notes, oldest first, beginning with the record's assessment. */
function Notes({ finding, mayAct }: { finding: FindingDetail; mayAct: boolean }) {
  const { workspace } = useWorkspace()
  return (
    <Panel title={t('finding.notes')}>
      {finding.notes.length === 0 && <Text c="dimmed">{t('finding.noNotes')}</Text>}
      {finding.notes.map((note) => (
        <div key={`${note.written_at} ${note.text}`}>
          <Text size="sm" c="dimmed">
            {note.written_by} · {formatInstant(note.written_at, workspace.timezone)}
          </Text>
          <p className={styles.note}>{note.text}</p>
        </div>
      ))}
      {mayAct && <NoteForm findingId={finding.id} instrumentId={finding.instrument.id} />}
    </Panel>
  )
}

function NoteForm({ findingId, instrumentId }: { findingId: string; instrumentId: string }) {
  const { api } = useWorkspace()
  const action = useFindingAction()
  const { busy, error, attempt } = useAttempt()
  const [text, setText] = useState('')
  const save = () =>
    attempt(async () => {
      const body = { text: text.trim() }
      await action(() => api.noteFinding({ params: { finding_id: findingId }, body }), t('finding.noteAdded'))
      setText('')
    })
  return (
    <form onSubmit={submitting(save)} noValidate>
      <Stack gap="xs">
        <ErrorSummary error={error} />
        <MentionTextarea
          label={t('finding.note')}
          description={t('finding.noteHint')}
          instrumentId={instrumentId}
          autosize
          minRows={2}
          maxLength={4000}
          value={text}
          onText={setText}
        />
        <Button type="submit" variant="default" loading={busy} disabled={text.trim() === ''}>
          {t('finding.addNote')}
        </Button>
      </Stack>
    </form>
  )
}
