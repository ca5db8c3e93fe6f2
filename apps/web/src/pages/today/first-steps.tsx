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

/** Where the menu leads that brings the steps back. */
const HASH = 'first-steps'

/**
 * What leads to a running program, for those who manage it: each step leads to the page that does it, and is ticked
 * off by what is true. Gone when all is done or the person has seen enough; sample data need none.
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
            {t('firstSteps.title')}
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

/** A register that is kept elsewhere moves in from a file. */
function ImportLink() {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor to="/w/$workspaceId/import" params={{ workspaceId }} size="sm">
      {t('firstSteps.import')}
    </LinkAnchor>
  )
}

/** A laboratory of one person has nobody to bring in: anyone who administers it says so, and may take it back. */
function SingleApprover({ steps }: { steps: Steps }) {
  const open = useWorkspace()
  const { workspaceId, api } = open
  const queries = useQueryClient()
  if (!may.administer(open) || (steps.people && !steps.is_single_approver)) return null
  const declare = async (isSingle: boolean) => {
    try {
      const changed = await api.updateFirstSteps({ body: { is_single_approver: isSingle } })
      // The button goes with what it was for, and with the last step all of them.
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

/** Hides the steps and says where they are found again; the focus goes to the page, as its button is gone. */
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

/** Anyone who brought the steps back by the menu stands at them. */
function useFocusWhenAskedFor() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isAskedFor = useLocation({ select: ({ hash }) => hash === HASH })
  useEffect(() => {
    if (isAskedFor) heading.current?.focus()
  }, [isAskedFor])
  return heading
}
