import { Anchor, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, type LinkProps } from '@tanstack/react-router'
import type { FirstSteps as Steps } from '@plumbline/contract'
import { useEffect, useRef, type ReactNode } from 'react'
import { t, type MessageKey } from '../../base/messages.ts'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { showToast, showFailure } from '../../components/toast.tsx'
import { firstSteps, firstStepsQuery, isStepLeft } from '../../queries/first-steps.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './first-steps.module.css'

type Step = (typeof firstSteps)[number]

interface StepWords {
  title: MessageKey
  hint: MessageKey
  to: NonNullable<LinkProps['to']>
  /** Whether only an admin can do it. */
  isAdmins?: true
}

const words: Readonly<Record<Step, StepWords>> = {
  laboratory: {
    title: 'firstSteps.laboratory',
    hint: 'firstSteps.laboratoryHint',
    to: '/w/$workspaceId/settings/workspace',
    isAdmins: true,
  },
  people: {
    title: 'firstSteps.people',
    hint: 'firstSteps.peopleHint',
    to: '/w/$workspaceId/settings/people',
    isAdmins: true,
  },
  instruments: {
    title: 'firstSteps.instruments',
    hint: 'firstSteps.instrumentsHint',
    to: '/w/$workspaceId/instruments/new',
  },
  standards: {
    title: 'firstSteps.standards',
    hint: 'firstSteps.standardsHint',
    to: '/w/$workspaceId/settings/standards',
    isAdmins: true,
  },
  calibration: {
    title: 'firstSteps.calibration',
    hint: 'firstSteps.calibrationHint',
    to: '/w/$workspaceId/instruments',
  },
}

/** The URL fragment of the menu item that shows the steps again. */
const HASH = 'first-steps'

/**
 * The first steps of setting up a calibration program, for users who manage it. Each step links to its page, and is checked off
 * when it is done. Hidden when all steps are done or the user dismisses them, and with sample data.
 */
export function FirstSteps() {
  const { workspaceId, workspace, role } = useWorkspace()
  const isOffered = may.manage(role) && workspace.sample_of === null
  const { data } = useQuery({ ...firstStepsQuery(workspaceId), enabled: isOffered })
  if (!isOffered || !data || data.is_dismissed || !isStepLeft(data)) return null
  return <StepsPanel steps={data} />
}

function StepsPanel({ steps }: { steps: Steps }) {
  const heading = useFocusWhenAskedFor()
  const hide = useHide()
  const done = firstSteps.filter((step) => steps[step]).length
  return (
    <section className={styles.panel} aria-labelledby={HASH}>
      <div className={styles.head}>
        <div>
          <h2 id={HASH} ref={heading} tabIndex={-1} className={styles.title}>
            {t('nav.firstSteps')}
          </h2>
          <Text size="sm" c="dimmed">
            {t('firstSteps.done', { done, count: firstSteps.length })}
          </Text>
        </div>
        <Button variant="subtle" color="gray" c="var(--text)" onClick={() => void hide()}>
          {t('firstSteps.hide')}
        </Button>
      </div>
      <ol className={styles.steps}>
        {firstSteps.map((step) => (
          <StepItem key={step} step={step} isDone={steps[step]}>
            {step === 'people' && <SingleApprover steps={steps} />}
            {step === 'instruments' && !steps.instruments && <ImportLink />}
          </StepItem>
        ))}
      </ol>
    </section>
  )
}

function StepItem({ step, isDone, children }: { step: Step; isDone: boolean; children: ReactNode }) {
  const open = useWorkspace()
  const { workspaceId } = open
  const { title, hint, to, isAdmins } = words[step]
  const isElsewhere = isAdmins === true && !may.administer(open)
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden="true">
        {isDone ? <Icon name="check" size={16} /> : firstSteps.indexOf(step) + 1}
      </span>
      <div>
        <div className={styles.name}>
          {isDone || isElsewhere ? (
            <span>{t(title)}</span>
          ) : (
            <LinkAnchor to={to} params={{ workspaceId }} fw={600}>
              {t(title)}
            </LinkAnchor>
          )}
          {isDone && <span className="visually-hidden"> · {t('firstSteps.isDone')}</span>}
        </div>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {t(hint)}
            {isElsewhere && ` ${t('firstSteps.byAdmin')}`}
          </Text>
        )}
        {children}
      </div>
    </li>
  )
}

/** The link to import an existing register from a file. */
function ImportLink() {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor to="/w/$workspaceId/import" params={{ workspaceId }} size="sm">
      {t('firstSteps.import')}
    </LinkAnchor>
  )
}

/** Lets an admin state that the laboratory has only one person and nobody to invite, and take it back. */
function SingleApprover({ steps }: { steps: Steps }) {
  const open = useWorkspace()
  const { workspaceId, api } = open
  const queries = useQueryClient()
  if (!may.administer(open) || (steps.people && !steps.is_single_approver)) return null
  const declare = async (isSingle: boolean) => {
    try {
      const changed = await api.updateFirstSteps({ body: { is_single_approver: isSingle } })
      // The button disappears, and after the last step so does the whole list.
      const next = isStepLeft(changed) ? `#${HASH}` : '#page-title'
      document.querySelector<HTMLElement>(next)?.focus()
      queries.setQueryData(firstStepsQuery(workspaceId).queryKey, changed)
      showToast(t(isSingle ? 'firstSteps.singleApproverDeclared' : 'firstSteps.singleApproverWithdrawn'))
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Text size="sm" c="dimmed">
      {steps.is_single_approver && `${t('firstSteps.singleApprover')} `}
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => void declare(!steps.is_single_approver)}
      >
        {t(
          steps.is_single_approver ? 'firstSteps.withdrawSingleApprover' : 'firstSteps.declareSingleApprover',
        )}
      </Anchor>
    </Text>
  )
}

/** Hides the steps and states where to find them again. Focuses the page, because the button is gone. */
function useHide() {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  return async () => {
    try {
      const steps = await api.updateFirstSteps({ body: { is_dismissed: true } })
      document.querySelector<HTMLElement>('#page-title')?.focus()
      queries.setQueryData(firstStepsQuery(workspaceId).queryKey, steps)
      showToast(t('firstSteps.hidden'))
    } catch (error) {
      showFailure(error)
    }
  }
}

/** Focuses the steps after they were opened by the menu. */
function useFocusWhenAskedFor() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isRequested = useLocation({ select: ({ hash }) => hash === HASH })
  useEffect(() => {
    if (isRequested) heading.current?.focus()
  }, [isRequested])
  return heading
}
