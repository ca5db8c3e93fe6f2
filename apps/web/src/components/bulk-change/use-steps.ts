import { useCallback, useState } from 'react'

/** Returns the current step, form or preview; a refusal returns to the form with its reason. */
export function useSteps() {
  const [step, setStep] = useState<'form' | 'preview'>('form')
  const [error, setError] = useState<unknown>()
  const refuse = useCallback((failure: unknown) => {
    setError(failure)
    setStep('form')
  }, [])
  const showPreview = () => {
    setError(undefined)
    setStep('preview')
  }
  return { step, error, showPreview, goBack: () => setStep('form'), refuse }
}
