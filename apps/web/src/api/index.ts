import type { ownAccountOperations, visitorOperations, workspaceOperations } from '@plumbline/contract'
import { ApiFailure } from './failure.ts'
import { callsOf, type CancellableRequest, type Calls, type InputOf } from './operations.ts'
import { ownAccountRoutes, visitorRoutes, workspaceRoutes } from './routes.ts'
import { send } from './send.ts'

export { ApiFailure, fieldErrorsOf, isNotFound } from './failure.ts'
export type { Versioned } from './operations.ts'

/** Dispatched on the window when a page sends a request after the session has ended. */
export const SIGNED_OUT_EVENT = 'plumbline:signed-out'

/** Dispatched on the window when a workspace refuses an auditor whose access has ended, with an `AccessEnd`. */
export const ACCESS_ENDED_EVENT = 'plumbline:access-ended'

/** The detail of ACCESS_ENDED_EVENT. */
export interface AccessEnd {
  readonly workspaceId: string
  readonly failure: ApiFailure
}

type WorkspaceTable = typeof workspaceOperations

type WorkspaceOperationName = keyof WorkspaceTable

/** The operations of a workspace. */
export type WorkspaceApi = Calls<WorkspaceTable> & { readonly workspaceId: string }

/** The query of an operation of a workspace. */
export type QueryOf<Name extends WorkspaceOperationName> = NonNullable<
  InputOf<WorkspaceTable[Name]> extends { readonly query?: infer Query } ? Query : never
>

/** The body of an operation of a workspace. */
export type BodyOf<Name extends WorkspaceOperationName> = NonNullable<
  InputOf<WorkspaceTable[Name]> extends { readonly body?: infer Body } ? Body : never
>

/** Operations available before signing in. */
export const visitorApi = callsOf<typeof visitorOperations>(visitorRoutes, {}, send)

/** Operations of users on their own account. */
export const ownAccountApi = callsOf<typeof ownAccountOperations>(ownAccountRoutes, {}, (request, name) =>
  // getMe asks whether a user is signed in, so its refusal does not mean that a session has ended.
  name === 'getMe' ? send(request) : sendSignedIn(request),
)

const workspaceApis = new Map<string, WorkspaceApi>()

/** Returns the operations of a workspace; the same object in every call. */
export function workspaceApi(workspaceId: string): WorkspaceApi {
  const made = workspaceApis.get(workspaceId)
  if (made) return made
  const sendHere = async (request: CancellableRequest) => {
    try {
      return await sendSignedIn(request)
    } catch (failure) {
      reportAccessEnd(failure, workspaceId)
      throw failure
    }
  }
  const calls = callsOf<WorkspaceTable>(workspaceRoutes, { workspace_id: workspaceId }, sendHere)
  const api = { ...calls, workspaceId }
  workspaceApis.set(workspaceId, api)
  return api
}

async function sendSignedIn(request: CancellableRequest): Promise<Response> {
  try {
    return await send(request)
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) dispatchEvent(new Event(SIGNED_OUT_EVENT))
    throw failure
  }
}

function reportAccessEnd(failure: unknown, workspaceId: string): void {
  if (!(failure instanceof ApiFailure && failure.code === 'ACCESS_ENDED')) return
  const detail: AccessEnd = { workspaceId, failure }
  dispatchEvent(new CustomEvent(ACCESS_ENDED_EVENT, { detail }))
}
