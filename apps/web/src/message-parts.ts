/**
 * The parts of a language's one file, each loaded when it is needed: `first` holds what the frame and the pages of
 * daily work say, `later` what the other pages say alone, `refusals` the sentences of refused requests.
 */
export type MessagePart = 'first' | 'later' | 'refusals'

/** Groups of texts that no page names but those of `laterPage`; a group is what stands before a key's first dot. */
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
