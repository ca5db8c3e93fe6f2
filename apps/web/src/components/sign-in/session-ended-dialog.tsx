import { Modal } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { SIGNED_OUT_EVENT } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { queryClient } from '../../queries/query-client.ts'
import type { Session } from '../../state/session.ts'
import { laterPart } from '../later-part.ts'

const SignInAgain = laterPart(() => import('./sign-in-again.tsx'), 'SignInAgain')

/** Asks for the password when the session has ended; the page stays open with its entries. */
export function SessionEndedDialog({ session }: { session: Session }) {
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    const end = () => setEnded(true)
    addEventListener(SIGNED_OUT_EVENT, end)
    return () => removeEventListener(SIGNED_OUT_EVENT, end)
  }, [])
  const goOn = async () => {
    setEnded(false)
    await queryClient.invalidateQueries()
  }
  return (
    <Modal
      opened={ended}
      onClose={() => setEnded(false)}
      title={t('sessionEnded.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Suspense fallback={null}>
        <SignInAgain email={session.user.email} onSignedIn={goOn} />
      </Suspense>
    </Modal>
  )
}
