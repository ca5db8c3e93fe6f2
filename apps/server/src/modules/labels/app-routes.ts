import type { labelOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import { attachmentHeader } from '../../platform/storage/index.ts'
import type { Caller } from '../access/index.ts'
import { printLabels, type LabelParts } from './print-labels.ts'

export type { LabelParts }

/** Handlers of the app's labels. */
export function labelRoutes(parts: LabelParts): Handlers<typeof labelOperations, Caller> {
  return {
    printLabels: async ({ caller, body }) => ({
      body: await printLabels(parts, caller, body),
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': attachmentHeader(`labels-${body.sheet}.pdf`),
        'x-content-type-options': 'nosniff',
      },
    }),
  }
}
