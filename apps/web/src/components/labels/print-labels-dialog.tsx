import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  labelFields,
  labelFieldsMax,
  LABELS_MAX,
  labelSheets,
  type AppInstrument,
  type LabelField,
  type LabelSheetKey,
  type WorkspaceRead,
} from '@plumbline/contract'
import { fieldErrorsOf, type WorkspaceApi } from '../../api/index.ts'
import { dateInZone } from '../../base/formats.ts'
import { currentLanguage, t } from '../../base/messages.ts'
import { instrumentQuery, type InstrumentFilters } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { saveFile } from '../download/save-file.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { submitting, useAttempt } from '../form/use-attempt.ts'
import { showToast } from '../toast.tsx'
import { fieldsTooMany, saveChoice, savedChoice, pagesOf, sheetOf, type LabelChoice } from './label-choice.ts'
import { LabelDrawing } from './label-drawing.tsx'
import styles from './labels.module.css'
import { SheetMap } from './sheet-map.tsx'

/** The instruments for which labels are printed: the first one as a sample, their number, and how they are selected. */
export interface LabelSubject {
  sample: AppInstrument | undefined
  total: number
  /** IDs of selected instruments. If there are neither IDs nor a filter, only the sample is printed. */
  ids?: readonly string[]
  /** The filter whose instruments get labels. */
  filter?: InstrumentFilters
}

/** The dialog for printing labels: sheet, fields and start position, with a preview; downloads a PDF. */
export function PrintLabelsDialog({ subject, onClose }: { subject: LabelSubject; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('printLabels.open')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <PrintLabelsForm subject={subject} onClose={onClose} />
    </Modal>
  )
}

function PrintLabelsForm({ subject, onClose }: { subject: LabelSubject; onClose: () => void }) {
  const [choice, setChoice] = useState(savedChoice)
  const [start, setStart] = useState(1)
  const print = usePrinting(subject)
  const { busy, error, attempt } = useAttempt()
  const sheet = sheetOf(choice.sheet)
  const places = sheet.columns * sheet.rows
  const tooMany = fieldsTooMany(choice) > 0
  const change = (wanted: Partial<LabelChoice>) => {
    setChoice({ ...choice, ...wanted })
    if (wanted.sheet !== undefined) setStart(1)
  }
  const submit = async () => {
    if (!tooMany) await attempt(() => print(choice, start).then(onClose))
  }
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="md">
        <ErrorSummary error={error} />
        <div className={styles.columns}>
          <Stack gap="md">
            <SheetChoice value={choice.sheet} onChange={(key) => change({ sheet: key })} />
            <FieldChoice choice={choice} onChange={(fields) => change({ fields })} />
            {places > 1 && (
              <StartField
                places={places}
                value={start}
                problem={fieldErrorsOf(error)['start_position']}
                onChange={setStart}
              />
            )}
          </Stack>
          <Preview subject={subject} choice={choice} start={start} onStart={setStart} />
        </div>
        <WhatComes sheet={sheet} total={subject.total} start={start} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={tooMany}>
            {t('labels.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Returns a function that downloads the labels, from a position on the first sheet, and stores the settings. */
function usePrinting(subject: LabelSubject) {
  const { api, workspace } = useWorkspace()
  return async (choice: LabelChoice, start: number) => {
    const ids = await idsOf(api, subject)
    const body = {
      ...choice,
      instrument_ids: ids.slice(0, LABELS_MAX),
      start_position: start,
      language: languageOf(workspace),
    }
    saveFile(`labels-${choice.sheet}.pdf`, await api.printLabels({ body }))
    saveChoice(choice)
    showToast(t('labels.done', { count: body.instrument_ids.length }))
  }
}

/** The first label, and the positions on the first sheet that are printed. */
function Preview({
  subject,
  choice,
  start,
  onStart,
}: {
  subject: LabelSubject
  choice: LabelChoice
  start: number
  onStart: (start: number) => void
}) {
  const sheet = sheetOf(choice.sheet)
  const count = Math.min(subject.total, LABELS_MAX)
  return (
    <div className={styles.preview}>
      <Text size="sm" c="dimmed">
        {t('labels.preview')}
      </Text>
      <LabelDrawing sheet={sheet} fields={choice.fields} texts={useSampleTexts(useSample(subject))} />
      {sheet.columns * sheet.rows > 1 && (
        <SheetMap sheet={sheet} start={start} count={count} onStart={onStart} />
      )}
    </div>
  )
}

/** A field for the first free position on a partly used sheet. */
function StartField({
  places,
  value,
  problem,
  onChange,
}: {
  places: number
  value: number
  problem: string | undefined
  onChange: (start: number) => void
}) {
  return (
    <NumberInput
      label={t('labels.start')}
      description={t('labels.startHint', { count: places })}
      min={1}
      max={places}
      allowDecimal={false}
      hideControls
      clampBehavior="strict"
      value={value}
      error={problem}
      onChange={(start) => onChange(Number(start) || 1)}
    />
  )
}

/** The number of labels and sheets, and printing instructions. */
function WhatComes({
  sheet,
  total,
  start,
}: {
  sheet: ReturnType<typeof sheetOf>
  total: number
  start: number
}) {
  const printed = Math.min(total, LABELS_MAX)
  const labels = t('labels.count', { count: printed })
  const count = pagesOf(sheet, printed, start)
  return (
    <>
      <Text size="sm" role="status">
        {t(sheet.kind === 'roll' ? 'labels.countOnRoll' : 'labels.countOnSheets', { labels, count })}{' '}
        {total > LABELS_MAX && t('labels.onlyFirst', { max: LABELS_MAX, total })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('labels.printHint')}
      </Text>
    </>
  )
}

async function idsOf(api: WorkspaceApi, { ids, filter, sample }: LabelSubject): Promise<readonly string[]> {
  if (ids) return ids
  if (!filter) return [sample!.id]
  return (await api.listInstruments.all({ query: filter, max: LABELS_MAX })).map(({ id }) => id)
}

/** Returns the first instrument, fetched if it is not on the current page. */
function useSample({ sample, ids }: LabelSubject): AppInstrument | undefined {
  const { workspaceId } = useWorkspace()
  const first = ids?.[0] ?? ''
  const { data } = useQuery({ ...instrumentQuery(workspaceId, first), enabled: !sample && first !== '' })
  return sample ?? data?.instrument
}

function SheetChoice({ value, onChange }: { value: LabelSheetKey; onChange: (key: LabelSheetKey) => void }) {
  const keys = Object.keys(labelSheets) as LabelSheetKey[]
  const groups = Object.entries(Object.groupBy(keys, (key) => labelSheets[key].kind))
  return (
    <NativeSelect
      data-autofocus
      label={t('labels.size')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as LabelSheetKey)}
      data={groups.map(([kind, members]) => ({
        group: t(`labels.kind.${kind as 'a4' | 'letter' | 'roll'}`),
        items: members.map((key) => ({ value: key, label: t(`labels.sheet.${key}`) })),
      }))}
    />
  )
}

function FieldChoice({
  choice,
  onChange,
}: {
  choice: LabelChoice
  onChange: (fields: LabelField[]) => void
}) {
  const most = labelFieldsMax(sheetOf(choice.sheet))
  return (
    <Checkbox.Group
      label={t('labels.fields')}
      description={t('labels.fieldsHint')}
      value={choice.fields}
      error={fieldsTooMany(choice) > 0 && t('labels.tooManyFields', { count: most })}
      onChange={onChange}
    >
      <Stack gap={6} mt={6}>
        {labelFields.map((field) => (
          <Checkbox key={field} value={field} label={t(`labels.field.${field}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Returns the texts of the first label as the server would print them. */
function useSampleTexts(sample: AppInstrument | undefined): Record<LabelField | 'tag', string> {
  const { workspace, sites } = useWorkspace()
  const model = [sample?.manufacturer, sample?.model].filter(Boolean).join(' ')
  const calibrated = sample?.last_calibration_at
  return {
    tag: sample?.asset_tag ?? '',
    name: sample?.name ?? '',
    model,
    serial_number: sample?.serial_number ? `S/N ${sample.serial_number}` : '',
    calibrated_on: calibrated
      ? t('labels.calibratedOn', { date: dateInZone(calibrated, workspace.timezone) })
      : t('labels.neverCalibrated'),
    due_date: sample?.due_date ? t('labels.dueOn', { date: sample.due_date }) : t('labels.noDueDate'),
    site: sites.find(({ id }) => id === sample?.site_id)?.name ?? '',
    workspace: workspace.name,
  }
}

/** Returns the user's language if the server prints in it. */
function languageOf({ print_languages: printed }: WorkspaceRead): string {
  return printed.find((language) => language === currentLanguage()) ?? 'en'
}
