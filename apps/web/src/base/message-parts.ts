/**
 * The parts of a language's one file, each loaded when it is needed: `later` holds the texts that only pages of
 * `laterPage` name, `refusals` the sentences of refused requests, `first` all others.
 */
export const messageParts = ['first', 'later', 'refusals'] as const
export type MessagePart = (typeof messageParts)[number]

/** Groups of texts of the part `later`; a group is what stands before a key's first dot. */
export const laterGroups: readonly string[] = [
  'account',
  'activityLog',
  'apiKeys',
  'approvalPolicyHint',
  'approvals',
  'approve',
  'asked',
  'calibrate',
  'calibration',
  'calibrationField',
  'calibrationType',
  'certificate',
  'changed',
  'comparison',
  'correct',
  'decisionRule',
  'delivery',
  'deliveryFailure',
  'documentType',
  'drift',
  'eventHint',
  'eventType',
  'history',
  'laboratory',
  'lastDay',
  'ledger',
  'ledgerKind',
  'ledgerPage',
  'location',
  'marker',
  'overtaken',
  'people',
  'personAct',
  'point',
  'preview',
  'recordPrint',
  'recordStatus',
  'reject',
  'report',
  'requirement',
  'resetPassword',
  'roleHint',
  'scope',
  'secret',
  'setup',
  'sheet',
  'site',
  'sitePreview',
  'sites',
  'standardCondition',
  'standards',
  'upload',
  'usedFor',
  'verify',
  'void',
  'warning',
  'webhook',
  'webhooks',
  'workspace',
  'workspaceChoice',
  'workspaceField',
  'workspaceFieldHint',
]

/** The part that a text comes in, by its key. */
export function messagePartOf(key: string): MessagePart {
  const [group = ''] = key.split('.', 1)
  if (group === 'refusal') return 'refusals'
  return laterGroups.includes(group) ? 'later' : 'first'
}
