import { useQueryClient } from '@tanstack/react-query'
import { useLoaderData, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ACCESS_ENDED_EVENT, type AccessEnd, type ApiFailure } from '../../api/index.ts'
import { sessionQuery } from '../../state/session.ts'
import { AccessEndedPage } from '../sign-in/access-ended-page.tsx'
import { AppFrame } from './app-frame.tsx'

/** The frame with its pages, or that the workspace is closed to an auditor whose access has ended. */
export function WorkspaceDoor() {
  const { workspaceId } = useParams({ from: '/w/$workspaceId' })
  const { ended: onArrival } = useLoaderData({ from: '/w/$workspaceId' })
  const [underway, forget] = useRefusal(workspaceId)
  const queries = useQueryClient()
  const router = useRouter()
  const failure = onArrival ?? underway
  if (failure === undefined) return <AppFrame />
  const tryAgain = async () => {
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    queries.removeQueries({ queryKey: [workspaceId] })
    await router.invalidate()
    forget()
  }
  return <AccessEndedPage failure={failure} onTryAgain={() => void tryAgain()} />
}

/** The refusal at the end of access, whichever request met it under an open page. */
function useRefusal(workspaceId: string): [ApiFailure | undefined, () => void] {
  const [refused, setRefused] = useState<AccessEnd>()
  useEffect(() => {
    const onEnd = (event: Event) => setRefused((event as CustomEvent<AccessEnd>).detail)
    addEventListener(ACCESS_ENDED_EVENT, onEnd)
    return () => removeEventListener(ACCESS_ENDED_EVENT, onEnd)
  }, [])
  return [refused?.workspaceId === workspaceId ? refused.failure : undefined, () => setRefused(undefined)]
}
