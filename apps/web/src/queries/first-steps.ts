import { queryOptions } from '@tanstack/react-query'
import type { FirstSteps } from '@plumbline/contract'
import { workspaceApi } from '../api/index.ts'

/** The progress of setting up a workspace; for those who manage it. */
export const firstStepsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'first-steps'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getFirstSteps({ signal }),
  })

/** The steps, in order. */
export const firstSteps = ['laboratory', 'people', 'instruments', 'standards', 'calibration'] as const

/** Returns whether any step is left. */
export function isStepLeft(steps: FirstSteps): boolean {
  return firstSteps.some((step) => !steps[step])
}
