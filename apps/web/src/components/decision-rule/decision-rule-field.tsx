import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { isNamedDecisionRule, namedDecisionRules } from '@plumbline/contract/tolerance'
import { t } from '../../base/messages.ts'
import { BELOW } from '../form/form-fields.ts'
import { decisionRuleName } from './decision-rule-name.ts'

const OTHER = 'other'

/** The decision rule: one of the common ones, or in words as the last choice. */
export function DecisionRuleField({
  id,
  label,
  value,
  error,
  hint,
  blank,
  maxLength,
  'aria-description': description,
  onChange,
}: {
  id: string
  label: ReactNode
  value: string
  error?: string | undefined
  hint?: string | undefined
  /** Label for no selection. */
  blank: string
  maxLength?: number
  'aria-description'?: string
  onChange: (rule: string) => void
}) {
  const [wantsWords, setWantsWords] = useState(false)
  const isInWords = value === '' ? wantsWords : !isNamedDecisionRule(value)
  const choose = (choice: string) => {
    setWantsWords(choice === OTHER)
    onChange(choice === OTHER ? '' : choice)
  }
  const write = (words: string) => {
    setWantsWords(true)
    onChange(words)
  }
  return (
    <Stack gap={6}>
      <NativeSelect
        id={id}
        label={label}
        description={hint}
        error={error}
        aria-description={description}
        inputWrapperOrder={BELOW}
        value={isInWords ? OTHER : value}
        data={choicesWith(blank)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {isInWords && (
        <TextInput
          aria-label={t('decisionRule.otherText')}
          placeholder={t('decisionRule.otherText')}
          value={value}
          {...(maxLength !== undefined && { maxLength })}
          autoComplete="off"
          onChange={(event) => write(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}

function choicesWith(blank: string): { value: string; label: string }[] {
  return [
    { value: '', label: blank },
    ...namedDecisionRules.map((rule) => ({ value: rule, label: decisionRuleName(rule) })),
    { value: OTHER, label: t('decisionRule.other') },
  ]
}
