import { NativeSelect } from '@mantine/core'
import { approvalPolicies, certificatePapers, type SetUp, type SettingValue } from '@plumbline/contract'
import { t, tIfKnown } from '../../base/messages.ts'
import { DecisionRuleField } from '../../components/decision-rule/decision-rule-field.tsx'
import { BELOW } from '../../components/form/form-fields.ts'

/** What a workspace works by from its first record on. */
export interface FirstChoices {
  readonly approval_policy: SettingValue<'approval_policy'>
  readonly default_decision_rule: string
  readonly paper: SettingValue<'paper'>
}

/** Where certificates are printed on Letter: regions of BCP 47 tags. */
const LETTER_REGIONS = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'PR'])

/** What most begin with: no second person, the readings compared with the tolerance, the paper of the region. */
export function usualChoices(): FirstChoices {
  const { region } = new Intl.Locale(navigator.language)
  return {
    approval_policy: 'automatic',
    default_decision_rule: 'simple_acceptance',
    paper: region !== undefined && LETTER_REGIONS.has(region) ? 'letter' : 'a4',
  }
}

/** Asks how records come to hold, how conformity is decided, and what certificates are printed on. */
export function FirstChoiceFields({
  values,
  errors,
  onChange,
}: {
  values: FirstChoices
  errors: Readonly<Record<string, string>>
  onChange: (changed: Partial<FirstChoices>) => void
}) {
  return (
    <>
      <NativeSelect
        id="approval_policy"
        label={t('workspaceField.approval_policy')}
        description={t(`approvalPolicyHint.${values.approval_policy}`)}
        inputWrapperOrder={BELOW}
        data={choicesOf('approval_policy', approvalPolicies)}
        value={values.approval_policy}
        error={errors['approval_policy']}
        onChange={(event) =>
          onChange({ approval_policy: event.currentTarget.value as FirstChoices['approval_policy'] })
        }
      />
      <DecisionRuleField
        id="default_decision_rule"
        label={t('workspaceField.default_decision_rule')}
        value={values.default_decision_rule}
        error={errors['default_decision_rule']}
        hint={t('workspaceFieldHint.default_decision_rule')}
        blank={t('decisionRule.none')}
        onChange={(rule) => onChange({ default_decision_rule: rule })}
      />
      <NativeSelect
        id="paper"
        label={t('workspaceField.paper')}
        data={choicesOf('paper', certificatePapers)}
        value={values.paper}
        error={errors['paper']}
        onChange={(event) => onChange({ paper: event.currentTarget.value as FirstChoices['paper'] })}
      />
    </>
  )
}

function choicesOf(setting: 'approval_policy' | 'paper', values: readonly string[]) {
  return values.map((value) => ({ value, label: tIfKnown(`workspaceChoice.${setting}.${value}`) ?? value }))
}

/** Their labels, for what is wrong with one. */
export const firstChoiceLabels = () =>
  ({
    approval_policy: t('workspaceField.approval_policy'),
    default_decision_rule: t('workspaceField.default_decision_rule'),
    paper: t('workspaceField.paper'),
  }) satisfies Partial<Record<keyof SetUp, string>>
