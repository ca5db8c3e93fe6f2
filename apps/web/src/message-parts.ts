/**
 * The parts of a language's one file, each loaded when it is needed: `later` holds the texts that only pages of
 * `laterPage` name, `refusals` the sentences of refused requests, `first` all others.
 */
export const messageParts = ['first', 'later', 'refusals'] as const
export type MessagePart = (typeof messageParts)[number]

/** Groups of texts of the part `later`; a group is what stands before a key's first dot. */
export const laterGroups: readonly string[] = [
  'account',
  'apiKeys',
  'approvalPolicy',
  'approvalPolicyHint',
  'approvals',
  'asked',
  'calibrate',
  'calibrationType',
  'certificate',
  'changed',
  'comparison',
  'correct',
  'delivery',
  'deliveryFailure',
  'documentType',
  'eventHint',
  'eventType',
  'laboratory',
  'lastDay',
  'ledger',
  'ledgerKind',
  'ledgerPage',
  'location',
  'marker',
  'overtaken',
  'paper',
  'people',
  'personAct',
  'preview',
  'recordPrint',
  'report',
  'requirement',
  'resetPassword',
  'roleHint',
  'scope',
  'secret',
  'setup',
  'site',
  'sitePreview',
  'sites',
  'standards',
  'standing',
  'story',
  'upload',
  'usedFor',
  'verify',
  'void',
  'webhook',
  'webhooks',
  'workspace',
]

/** The part that a text comes in, by its key. */
export function messagePartOf(key: string): MessagePart {
  const [group = ''] = key.split('.', 1)
  if (group === 'refusal') return 'refusals'
  return laterGroups.includes(group) ? 'later' : 'first'
}
