import { useCallback, useState } from 'react'

/** From the form to the preview and back; what was refused sends back, with the reason. */
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
