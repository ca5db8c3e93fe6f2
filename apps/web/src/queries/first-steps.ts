import { queryOptions } from '@tanstack/react-query'
import type { FirstSteps } from '@plumbline/contract'
import { workspaceApi } from '../api/index.ts'

/** How far a workspace has come on its way to a running program; for those who manage it. */
export const firstStepsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'first-steps'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getFirstSteps({ signal }),
  })

/** The steps in the order in which they are gone. */
export const firstSteps = ['laboratory', 'people', 'instruments', 'standards', 'calibration'] as const

/** Whether a step is left to go. */
export function isStepLeft(steps: FirstSteps): boolean {
  return firstSteps.some((step) => !steps[step])
}
