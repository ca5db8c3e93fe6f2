import { fieldRefusals } from './field-refusals.ts'
import { importRefusals } from './import-refusals.ts'
import { Type } from 'typebox'
import { errorCodes, ErrorEnvelope, type ErrorCode } from './errors.ts'
import { Closed, OneOf } from './values.ts'

/**
 * Every sentence that explains a refusal, by a stable key, with placeholders in braces. The public API sends
 * only the sentence; the app API also sends the key and the values, so that the application can show it in
 * the user's language. Keys that begin with `field.` refer to a single value, which the response identifies
 * by its `loc`.
 */
export const refusals = {
  'access.auditor_ended': 'Your auditor access has expired.',
  'access.last_admin':
    'The workspace needs at least one active admin with access to all sites. Make someone else an admin first.',
  'access.needs_all_sites': 'This requires access to all sites.',
  'access.no_site': 'You do not have access to any site.',
  'access.other_origin':
    'The request came from a page at a different address. Open the application at the address it is configured for.',
  'access.second_factor_required':
    'This workspace requires two-factor sign-in. Turn it on under My account, then open the workspace again.',
  'account.belongs_nowhere':
    'This account does not belong to any workspace. Ask an administrator to invite you.',
  'account.code_wrong': 'The code is wrong or was already used. Enter the next one.',
  'account.must_change_password': 'Set your own password first.',
  'account.no_password':
    'This is the only way you can sign in. Ask an administrator for a reset link to set a password first.',
  'account.not_signed_in': 'You are not signed in, or your session has expired. Sign in again.',
  'account.password_first': 'Enter your password first, then enter the code within ten minutes.',
  'account.password_wrong': 'Incorrect password.',
  'account.sign_in_wrong': 'Incorrect e-mail or password.',
  'account.too_many_attempts': 'Too many failed attempts. Try again in {seconds}.',
  'account.two_factor_is_off': 'Two-factor sign-in is not enabled.',
  'account.two_factor_is_on': 'Two-factor sign-in is already enabled.',
  'account.two_factor_not_begun': 'Start setting up two-factor sign-in first.',
  'api_key.owner_no_member': 'The owner of the key must be a member of this workspace.',
  'api_key.owner_no_service_account': 'Choose an active service account of this workspace.',
  'bulk_change.ids_or_filter': 'Choose instruments or a filter, not both.',
  'calendar_feed.too_many': 'You already have {limit} calendar feeds. Revoke one first.',
  'calibration.approved_already': '{by} has already approved this record.',
  'calibration.correction_waits': 'A correction of this record is pending. Approve, reject or void it first.',
  'calibration.instrument_is_reference':
    'This instrument is reference-only and cannot be calibrated. Change its service status first.',
  'calibration.is_marker': 'This entry voids another record and is permanent.',
  'calibration.needs_approval': 'Only an approved record can be corrected.',
  'calibration.needs_decider': 'Only an admin or manager can approve, reject, correct or void calibrations.',
  'calibration.needs_signature': 'This record requires an electronic signature.',
  'calibration.own_work':
    'You performed or entered this calibration. Another admin or manager must approve it.',
  'calibration.own_standard': 'An instrument cannot be its own reference standard.',
  'calibration.performer_unknown':
    'The person who performed the calibration must be a member of the workspace who shares a site with you, and not an auditor.',
  'calibration.rejected_already': '{by} has already rejected this record.',
  'calibration.rejected_not_voidable': 'This record was rejected and cannot be voided.',
  'calibration.standard_unreachable':
    'This reference standard does not exist, or you do not have access to it.',
  'calibration.superseded_not_correctable':
    'This record was replaced by a correction. Correct that one instead.',
  'calibration.superseded_not_voidable': 'This record was replaced by a correction. Void that one instead.',
  'calibration.voided_already': 'This record is already voided.',
  'calibration.voided_not_correctable': 'This record is voided and cannot be corrected.',
  'calibration.voided_not_decidable': 'This record is voided and can no longer be approved or rejected.',
  'certificate.in_preparation':
    'This certificate shows {count} points and is being generated. Try again in a few seconds.',
  'certificate.of_marker': 'This entry voids another record; it has no certificate.',
  'certificate.of_rejected': 'This calibration was rejected; it has no certificate.',
  'certificate.of_starting_record': 'This is a starting record without measurements; it has no certificate.',
  'certificate.of_superseded':
    'This calibration was replaced by a correction; see the corrected certificate.',
  'certificate.of_voided': 'This calibration was voided; its certificate is no longer available.',
  'certificate.of_waiting':
    'This calibration is pending approval. Its certificate is available once it is approved.',
  'class_table.name_taken': 'Another table has this name.',
  'class_table.retired': 'This table is retired. Add a new one instead.',
  'class_table.too_many': 'This workspace already has {limit} tables. Retire one first.',
  'document.daily_quota':
    'This workspace has reached the limit of {limit} uploaded files a day. Try again in {seconds}, or ask the operator of this server to raise the limit.',
  'document.foreign_calibration': 'The document must belong to a calibration of this instrument.',
  'document.foreign_key': 'This upload was not started for this instrument. Upload the file again.',
  'document.name_is_folder': 'The name must be a file name, not a folder name.',
  'document.not_as_declared':
    'The file type does not match its name or is not supported. The file was deleted.',
  'document.registered_already': 'This file was already added with different details. Upload it again.',
  'document.type_refused': 'Only PDF and image files are supported.',
  ...fieldRefusals,
  'finding.closed_already': 'This finding has already been closed.',
  'finding.not_touched':
    'The selection contains a calibration that is not part of this finding or that you do not have access to.',
  'finding.owner_unfit':
    'The owner must be an active member with access to the site of the instrument, and not an auditor.',
  'finding.unjudged':
    'Judge every calibration of this finding first. Calibrations without a judgement: {count}.',
  'idempotency.key_of_another':
    'This Idempotency-Key was already used for a different request. Send each request with its own key.',
  ...importRefusals,
  'instrument.asset_tag_taken': 'This asset tag is already in use.',
  'instrument.failed_is_due': 'A failed instrument is due immediately. Calibrate it instead.',
  'instrument.location_of_other_site': 'This location belongs to another site.',
  'instrument.location_unreachable': 'You do not have access to this location.',
  'instrument.never_calibrated':
    'This instrument has not been calibrated yet, so it has no due date to extend.',
  'instrument.not_out': 'This instrument is not out for calibration.',
  'instrument.out_already': 'This instrument is already out for calibration.',
  'instrument.quarantine_role': 'Only an admin or manager can quarantine an instrument or release it.',
  'instrument.reference_not_due': 'A reference-only instrument has no due date.',
  'instrument.serial_number_taken': 'This serial number is already in use.',
  'instrument.signature_role':
    "Only an admin or manager can set whether an instrument's records require a signature.",
  'instrument.unreachable': 'This instrument does not exist, or you do not have access to its site.',
  'interval_advice.group_too_large':
    'The group has more than {count} instruments with this interval, which is the limit for one change.',
  'job.not_cancellable': 'This job cannot be cancelled; it must run to completion.',
  'ledger.calibration_or_index': 'Specify either a calibration or an entry number, not both.',
  'ledger.ends_before_cursor':
    'The ledger has fewer entries than when this cursor was issued: it was restored from an older backup. Start over: read everything again, then continue from a new cursor.',
  'ledger.from_after_to': 'The earlier size must not be larger than the later one.',
  'ledger.too_short': 'The ledger does not have that many entries (current number: {count}).',
  'invitation.is_void':
    'This invitation is no longer valid: it was accepted, replaced or withdrawn, or is more than 72 hours old. Ask your admin for a new one.',
  'invitation.other_person': 'You are signed in as someone else. Sign out first, then open the link again.',
  'invitation.sign_in_first':
    'An account with this e-mail address already exists. Sign in to it, then open the link again to accept.',
  'link.is_void':
    'This link is no longer valid: it was used, replaced, or is more than 24 hours old. Ask an admin for a new one.',
  'link.not_printed':
    'This is not the setup link that the server printed. Restart the server to get a new one.',
  'backup.not_planned': 'Scheduled backups are not configured on this server. Set BACKUP_FOLDER first.',
  'mail.not_set_up': 'No mail server is configured. Set SMTP_URL first.',
  'backup.several_workspaces': 'This server hosts other workspaces. Ask its operator for a backup.',
  'live.too_many': 'Too many pages with live updates are open (limit: {limit}). Close one of them first.',
  'model.taken': 'This model is already in the list.',
  'model.too_many': 'This workspace already has {limit} models. Delete one first.',
  'person.address_taken': 'This e-mail address is already in use.',
  'person.invited_already': 'Someone with this e-mail address has already been invited.',
  'person.not_accepted':
    'This person has not accepted the invitation yet. To change it, withdraw it and send a new one.',
  'person.belongs_already': 'Someone with this e-mail address is already a member of the workspace.',
  'person.belongs_elsewhere':
    'This person also belongs to another workspace. Only they can change their name, e-mail address and password.',
  'person.no_provider_account': 'This person does not sign in with an identity provider.',
  'person.no_two_factor': 'This person does not use two-factor sign-in.',
  'place.name_taken': 'This name is already in use.',
  'place.no_site': 'This site does not belong to the workspace.',
  'place.no_sites': 'One of these sites does not belong to the workspace.',
  'place.site_unreachable': 'You do not have access to this site.',
  'procedure.code_taken': 'This code is already in use.',
  'procedure.documents_max': 'A procedure can have up to {max} documents. Remove one first.',
  'procedure.has_draft': 'Revision {revision} is already a draft. Release it or discard it first.',
  'procedure.no_draft': 'There is no longer a draft. Start the next revision first.',
  'procedure.none_released': 'This procedure has no released revision.',
  'procedure.not_released': 'Choose a procedure with a released revision.',
  'procedure.setting_role':
    'Only an admin or manager can assign a procedure to an instrument or change its points.',
  'provider.archived': 'This provider is archived. Choose another provider, or restore this one first.',
  'provider.name_taken': 'Another provider has this name.',
  'provider.no_document': 'This document does not belong to the workspace.',
  'provider.too_many': 'This workspace already has {limit} providers. Archive one first.',
  'provider.unknown': 'This provider does not belong to the workspace.',
  'report.too_long': 'The period contains more than {count} records. Choose a shorter one.',
  'request.content_length':
    'The request was incomplete: its body is shorter than its Content-Length header states.',
  'request.field': '{field}: {problem}',
  'request.host': 'The request must have exactly one Host header.',
  'request.media_type': 'The request must have a JSON body and a Content-Type: application/json header.',
  'request.no_json': 'The request body is not valid JSON.',
  'request.not_http': 'The request is not valid HTTP.',
  'request.percent_encoding': 'The address contains an invalid percent-encoding.',
  'request.too_deep': 'The JSON of the request is nested more than {limit} levels deep.',
  'request.word': '"{word}" is not a value of {field}. Allowed: {allowed}.',
  'sample.just_taken_out': 'The sample data has just been removed. Try again.',
  'sample.of_sample': 'This is already a sample workspace.',
  'server.no_web': 'The web application has not been built on this server. Run npm start to build it.',
  'server.old_schema':
    'The database schema of this server is out of date. The operator of the server must run "plumbline migrate".',
  'server.typesetter_busy': 'The server is busy generating documents. Try again shortly.',
  'server.typesetter_own_busy':
    'Your workspace already has {count} documents waiting to be generated. Try again when they are done.',
  'standards.none': 'Unknown standard: {keys}.',
  'standards.unknown': 'Unknown standard: {keys}.',
  'storage.file_altered':
    'The stored file no longer matches the one that was recorded, so it cannot be downloaded. Contact the operator of this server.',
  'storage.file_missing':
    'The stored file is missing. Ask the operator of this server to restore it from a backup.',
  'upload.address_altered': 'This URL is not valid. Request a new one.',
  'upload.address_expired': 'This URL has expired. Request a new one.',
  'upload.cut_off': 'The upload was interrupted. Try again.',
  'upload.empty': 'The file is empty.',
  'upload.field_foreign': 'The upload contains unexpected fields.',
  'upload.field_missing': 'The upload must contain the field {field} before the file.',
  'upload.field_too_long': 'A field of the upload is too long.',
  'upload.field_twice': 'A field of the upload was sent twice.',
  'upload.file_not_last': 'The file must be the last part of the upload.',
  'upload.many_files': 'Upload one file at a time.',
  'upload.many_parts': 'The upload contains too many parts.',
  'upload.no_file': 'The upload contains no file (no part named "file").',
  'upload.no_form': 'The upload is not valid multipart/form-data.',
  'upload.not_multipart': 'The upload must be multipart/form-data with a boundary.',
  'upload.too_large': 'The file is larger than the upload limit.',
  'view.name_taken': 'This name is already in use.',
  'view.shared_role': 'Only an admin or manager can create and change shared views.',
  'view.too_many': 'You already have {limit} views. Delete one first.',
  'webhook.address_not_public': 'The address in the URL is not public.',
  'webhook.credentials': 'The URL must not contain a user name or password.',
  'webhook.delivery_waits':
    'This delivery is queued already and waits for its endpoint, which is disabled. Enable the endpoint to have it sent.',
  'webhook.fragment': 'The URL must not contain a fragment (the part after #).',
  'webhook.host_encoded': 'The host name must not be percent-encoded.',
  'webhook.host_internal': 'The host name belongs to a private network or to this server.',
  'webhook.host_invalid': 'The host name is not valid.',
  'webhook.host_labels': 'The host name is not valid; it must not end in a dot.',
  'webhook.host_not_checked': 'The host has not been checked.',
  'webhook.host_not_public': 'The host name resolves to an address that is not public.',
  'webhook.host_or_port': 'The host or port of the URL is not valid.',
  'webhook.host_slow': 'The host name could not be resolved in time.',
  'webhook.host_unresolved': 'The host name could not be resolved.',
  'webhook.inactive': 'The webhook is disabled. Enable it first.',
  'webhook.ipv4': 'An IPv4 address must be written as four decimal numbers.',
  'webhook.ipv6': 'The IPv6 address in the URL is not valid.',
  'webhook.needs_host': 'The URL must start with https:// and a host name.',
  'webhook.needs_https': 'The URL must start with https://.',
  'webhook.of_sample': 'This is a sample workspace; no events are sent to other systems.',
  'webhook.plain_text': 'The URL may contain only printable ASCII characters, no spaces and no backslashes.',
  'webhook.port': 'The port of the URL is not valid.',
  'webhook.port_refused': 'Port {port} is not allowed for webhooks here. Allowed: {allowed}.',
  'webhook.unreadable': 'The URL is not valid.',
} as const

/** The reason for a refusal. */
export type RefusalKey = keyof typeof refusals

type PlaceholdersIn<Sentence extends string> = Sentence extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Placeholder | PlaceholdersIn<Rest>
  : never

type ValuesOf<Key extends RefusalKey> = Readonly<
  Record<PlaceholdersIn<(typeof refusals)[Key]>, string | number>
>

/** The key of a sentence with the values for its placeholders. Dates are written as YYYY-MM-DD. */
export interface RefusalReason {
  readonly key: RefusalKey
  readonly values: Readonly<Record<string, string | number>>
}

/** Builds a reason from a key; the type requires a value for each placeholder of the sentence. */
export function because<Key extends RefusalKey>(
  key: Key,
  ...[values]: [PlaceholdersIn<(typeof refusals)[Key]>] extends [never] ? [] : [values: ValuesOf<Key>]
): RefusalReason {
  return { key, values: values ?? {} }
}

/**
 * Returns the English sentence of a reason. `{seconds}` is replaced by the number and the word "seconds", because the
 * application shows a duration there.
 */
export function refusalSentence({ key, values }: RefusalReason): string {
  return refusals[key].replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder
    return name === 'seconds' ? `${value} seconds` : String(value)
  })
}

/** A reason in responses of the app API. A client that does not know the key shows the message instead. */
const RefusalReasonRead = Closed(
  {
    key: Type.String({
      description: 'Identifies the sentence in `message`. Unlike the wording, the key is stable.',
      examples: ['view.too_many'],
    }),
    values: Type.Unsafe<Record<string, string | number>>({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      description: 'Values for the placeholders of the sentence.',
    }),
  },
  { $id: 'RefusalReason' },
)

/** The envelope of an error response of the app API: the common envelope plus the key of the reason. */
export const AppErrorEnvelope = Closed(
  { ...ErrorEnvelope.properties, reason: Type.Optional(RefusalReasonRead) },
  { $id: 'Error' },
)

/** Why one item of a request with several items was refused. */
export const ItemRefusal = Closed(
  {
    code: OneOf(Object.keys(errorCodes) as ErrorCode[]),
    message: Type.String({ description: 'Why it was refused.' }),
    reason: Type.Optional(RefusalReasonRead),
  },
  { $id: 'ItemRefusal' },
)
export type ItemRefusal = Type.Static<typeof ItemRefusal>
