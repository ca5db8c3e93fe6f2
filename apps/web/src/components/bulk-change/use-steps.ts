import { useCallback, useState } from 'react'

/** Returns the current step, form or preview; a refusal returns to the form with its reason. */
export function useSteps() {
  const [step, setStep] = useState<'form' | 'preview'>('form')
  const [error, setError] = useState<unknown>()
  const refuse = useCallback((failure: unknown) => {
    setError(failure)
    setStep('form')
  }, [])
  const goOn = () => {
    setError(undefined)
    setStep('preview')
  }
  return { step, error, goOn, goBack: () => setStep('form'), refuse }
}
