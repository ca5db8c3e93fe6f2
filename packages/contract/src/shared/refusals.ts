import { Type } from 'typebox'
import { errorCodes, ErrorEnvelope, type ErrorCode } from './errors.ts'
import { Closed, OneOf } from './values.ts'

/**
 * Every sentence that says why something is refused, by a stable key, with places for values in braces. The public
 * API sends the sentence alone; the app API sends the key and the values beside it, so that the application can say
 * it in the person's language. What stands under `field.` is said of one value and goes on from its name.
 */
export const refusals = {
  'access.auditor_ended': 'Your auditor access has expired.',
  'access.last_admin':
    'The workspace needs at least one active admin with access to all sites. Make someone else an admin first.',
  'access.needs_all_sites': 'This requires access to all sites.',
  'access.no_site': 'This key reaches no site, and every instrument has one.',
  'access.other_origin':
    'The request came from a page at a different address. Open the application at its own address.',
  'account.code_wrong': 'The code is wrong or was already used. Enter the next one.',
  'account.not_signed_in': 'You are not signed in, or your session has expired. Sign in again.',
  'account.password_first': 'Enter your password first, then the code within ten minutes.',
  'account.password_wrong': 'Incorrect password.',
  'account.sign_in_wrong': 'Incorrect e-mail or password.',
  'account.too_many_attempts': 'Too many wrong attempts; try again in {seconds} seconds.',
  'account.two_factor_is_off': 'Two-factor sign-in is not enabled.',
  'account.two_factor_is_on': 'Two-factor sign-in is already enabled.',
  'account.two_factor_not_begun': 'Start setting up two-factor sign-in first.',
  'api_key.owner_no_member': 'The owner of the key must be a member of this workspace.',
  'bulk_change.ids_or_filter': 'Send instrument_ids or filter, and not both.',
  'calibration.approved_already': '{by} has already approved this record.',
  'calibration.correction_waits': 'A correction of this record is pending. Approve, reject or void it first.',
  'calibration.instrument_is_reference':
    'A reference-only instrument takes no calibrations; move it to another status first.',
  'calibration.is_marker': 'This record is a void marker; it stands for good.',
  'calibration.needs_approval': 'Only an approved record can be corrected.',
  'calibration.needs_decider':
    'Calibrations are approved, rejected, corrected and voided by an admin or a manager.',
  'calibration.needs_signature': 'This record needs an electronic signature.',
  'calibration.own_work':
    'You performed or entered this calibration. Another admin or manager must approve it.',
  'calibration.performer_unknown':
    '{field} must name a member of the workspace who shares a site with you and is no auditor.',
  'calibration.rejected_already': '{by} has already rejected this record.',
  'calibration.rejected_not_voidable': 'This record was rejected and cannot be voided.',
  'calibration.standard_unreachable': '{field} names no instrument that you reach.',
  'calibration.superseded_not_correctable': 'This record is superseded; only a current one can be corrected.',
  'calibration.superseded_not_voidable': 'This record was replaced by a correction. Void that one instead.',
  'calibration.voided_already': 'This record is already voided.',
  'calibration.voided_not_correctable': 'This record is voided and cannot be corrected.',
  'calibration.voided_not_decidable': 'This record is voided and can no longer be approved or rejected.',
  'certificate.of_marker': 'A void marker states no calibration; it has no certificate.',
  'certificate.of_rejected': 'This calibration was rejected; it has no certificate.',
  'certificate.of_starting_record': 'This is a starting record without measurements; it has no certificate.',
  'certificate.of_superseded':
    'This calibration was replaced by a correction; see the corrected certificate.',
  'certificate.of_voided': 'This calibration was voided; it has no certificate any more.',
  'certificate.of_waiting':
    'This calibration is pending approval. Its certificate is available once it is approved.',
  'document.daily_quota':
    'This workspace has uploaded {limit} files within a day, as many as it may; try again in {seconds} seconds.',
  'document.foreign_calibration': 'calibration_id must name a calibration of this instrument.',
  'document.foreign_key': 'key must be the one that the upload-url operation returned for this instrument.',
  'document.name_is_folder': 'file_name must name a file, not a folder.',
  'document.not_as_declared':
    'The file is not what it was declared to be, or not of a type that is taken; it was removed.',
  'document.registered_already':
    'This upload was registered before with other values; upload the file again to register it anew.',
  'document.type_refused': 'Only PDF files and images can be uploaded.',
  'field.blank': 'is required and must not be blank',
  'field.body_missing': 'a JSON body is required',
  'field.budget_or_values': 'must hold budget_id, or expanded and coverage_factor, and not both',
  'field.correlations_contradict': 'contradict each other: they leave a negative variance',
  'field.duplicate_items': 'must not hold the same value twice',
  'field.email': 'must be an e-mail address',
  'field.format': 'is not written as it must be',
  'field.format_date': 'must be a date such as 2027-05-12',
  'field.format_decimal': 'must be a decimal number in quotes, such as "10.010"',
  'field.format_instant': 'must be a UTC timestamp ending in Z, such as 2026-11-21T04:56:39.123Z',
  'field.format_uuid': 'must be a UUID',
  'field.from_after_to': 'must not be before from',
  'field.from_minus_one_to_one': 'must be from -1 to 1',
  'field.guard_band_factor':
    'must state its factor as a decimal number that is not negative, such as guard_band_r=0.5',
  'field.in_future': 'must not be more than 24 hours ahead',
  'field.index_missing': 'or index is required',
  'field.invalid': 'is not valid',
  'field.invalid_text': 'must not hold NUL characters or lone surrogates',
  'field.label_fields_too_many': 'must be at most {limit}: a label of this height has no room for more',
  'field.label_start_too_late': 'must be at most {limit} on this sheet',
  'field.logo_colours': 'must be in RGB or grey; CMYK cannot be printed here',
  'field.logo_no_base64': 'must be a PNG or JPEG in base64',
  'field.logo_no_picture': 'must be a PNG or JPEG',
  'field.logo_pixels': 'must have at most 2000 pixels a side',
  'field.logo_too_large': 'must have at most {kilobytes} KiB',
  'field.missing': 'is required',
  'field.missing_for_signature': 'is required for an electronic signature',
  'field.names_no_contributor': 'must be the name of one contributor, which no other one has',
  'field.names_nothing': 'names nothing in this workspace',
  'field.needs_resolution': 'needs resolution, the value of one step',
  'field.needs_span': 'needs span',
  'field.no_term': 'must state at least one term',
  'field.not_negative': 'must not be negative',
  'field.one_tolerance_form': 'must hold symmetric, or upper and lower, or text, and no two of them',
  'field.other_half_missing': 'is required with the other half',
  'field.pair_once': 'must name two different contributors, and each pair once',
  'field.password_common': 'is a common password, or close to one; join three or four words instead',
  'field.password_personal':
    'is made of a name or an address that others know; join three or four words instead',
  'field.password_repeated': 'repeats the same characters; join three or four words instead',
  'field.password_sequence':
    'follows the alphabet, the digits or the keyboard; join three or four words instead',
  'field.percent_between': 'must be above 0 and below 100',
  'field.positive': 'must be greater than 0',
  'field.readings_or_reason': 'must hold readings or not_applicable, and not both',
  'field.time_zone': 'must be an IANA time zone such as Europe/Berlin',
  'field.too_early': 'must be after the due date {due} and after today',
  'field.too_few_items': 'must NOT have fewer than {limit} items',
  'field.too_large': 'must be at most {limit}',
  'field.too_long': 'must have at most {limit} characters',
  'field.too_many_items': 'must NOT have more than {limit} items',
  'field.too_many_labels': 'must come to at most {limit} labels',
  'field.too_short': 'must have at least {limit} characters',
  'field.too_small': 'must be at least {limit}',
  'field.unit_differs':
    'must be {unit}, the unit of the nominal value, or the same unit with another SI prefix',
  'field.unknown': 'is not a field of this request',
  'field.unknown_value': 'must be one of {allowed}',
  'field.whole_number': 'must be {types}',
  'field.wrong_type': 'must be {types}',
  'idempotency.key_of_another':
    'This Idempotency-Key was used for another request; send each request with a key of its own.',
  'instrument.asset_tag_taken': 'Another instrument of this workspace has this asset_tag.',
  'instrument.failed_is_due': 'A failed instrument is due immediately. Calibrate it instead.',
  'instrument.location_of_other_site': 'location_id names no location of the site of the instrument.',
  'instrument.location_unreachable': 'location_id names no location that you reach.',
  'instrument.never_calibrated': 'Not calibrated yet, so there is no due date to extend.',
  'instrument.quarantine_role': 'Only an admin or manager can quarantine an instrument or release it.',
  'instrument.reference_not_due': 'A reference-only instrument has no due date.',
  'instrument.serial_number_taken': 'Another instrument of this workspace has this serial_number.',
  'instrument.signature_role':
    "Only an admin or manager can set whether an instrument's records require a signature.",
  'instrument.unreachable': 'This instrument does not exist, or you do not have access to its site.',
  'job.not_cancellable': 'This job cannot be cancelled; it must run to its end.',
  'ledger.calibration_or_index': 'Send calibration_id or index, not both.',
  'ledger.from_after_to': 'from is a size that the ledger had before it had that of to.',
  'ledger.too_short': 'The ledger has {count} entries.',
  'link.is_void':
    'This link is no longer valid: it was used, replaced, or is more than 24 hours old. Ask an admin for a new one.',
  'link.not_printed':
    'This is not the setup link that the server printed. Restart the server to get a new one.',
  'live.too_many': 'Too many pages with live updates are open (limit: {limit}). Close one of them first.',
  'person.address_taken': 'This e-mail address is already in use.',
  'person.belongs_already': 'Someone with this e-mail address is already in the workspace.',
  'person.belongs_elsewhere':
    'This person also belongs to another workspace. Only they can change their name, e-mail address and password.',
  'person.no_two_factor': 'This person does not use two-factor sign-in.',
  'place.name_taken': 'This name is taken; choose another.',
  'place.no_site': 'site_id names no site of this workspace.',
  'place.no_sites': 'site_ids names a site that is not of this workspace.',
  'place.site_unreachable': 'site_id names no site that you reach.',
  'report.too_long': 'The period contains more than {count} records. Choose a shorter one.',
  'request.content_length': 'The body is not as long as the header Content-Length says.',
  'request.field': '{field} {problem}.',
  'request.host': 'Name the host once, in the header Host.',
  'request.media_type': 'Send the body as JSON with the header Content-Type: application/json.',
  'request.no_json': 'The body is not valid JSON.',
  'request.not_http': 'This is not a request that HTTP allows.',
  'request.percent_encoding': 'The address holds an invalid percent-encoding.',
  'request.word': '{field} does not know "{word}"; it takes {allowed}.',
  'sample.just_taken_out': 'The sample data was just removed; try again.',
  'sample.of_sample': 'This workspace is itself sample data.',
  'server.no_web': 'The web application has not been built here; npm start builds it.',
  'server.old_schema': 'The schema of the database is not up to date; run "plumbline migrate".',
  'server.typesetter_busy': 'Documents are being made for too many others; retry shortly.',
  'standards.none': 'No standard has the key {keys}.',
  'standards.unknown': 'There is no standard {keys}.',
  'upload.address_altered': 'This address was altered; ask for a new one.',
  'upload.address_expired': 'This address has expired; ask for a new one.',
  'upload.cut_off': 'The upload was cut off.',
  'upload.empty': 'The file is empty.',
  'upload.field_foreign': 'This field is not part of the ticket.',
  'upload.field_missing': 'The form needs the field {field} before the file.',
  'upload.field_too_long': 'The value of this field is too long.',
  'upload.field_twice': 'This field was sent twice.',
  'upload.file_not_last': 'The file must be the last part of the form.',
  'upload.many_files': 'A form holds one file only.',
  'upload.many_parts': 'The form has more parts than the ticket has fields.',
  'upload.no_file': 'The form holds no part named file.',
  'upload.no_form': 'The form is not valid multipart/form-data.',
  'upload.not_multipart': 'Send the upload as multipart/form-data with a boundary.',
  'upload.too_large': 'The file is larger than an upload may be.',
  'view.name_taken': 'This name is already in use.',
  'view.shared_role': 'Shared views are made and changed by an admin or a manager.',
  'view.too_many': 'You already have {limit} views. Delete one first.',
  'webhook.address_not_public': 'The address in the url is not public.',
  'webhook.credentials': 'The URL must not contain a user name or password.',
  'webhook.fragment': 'The URL must not contain a part after #.',
  'webhook.host_encoded': 'The host name must not be percent-encoded.',
  'webhook.host_internal': 'The host name belongs to a private network or to this host.',
  'webhook.host_invalid': 'The host name is not valid.',
  'webhook.host_labels': 'The host name is not valid; it must not end in a dot.',
  'webhook.host_not_checked': 'The host has not been checked.',
  'webhook.host_not_public': 'The host resolves to an address that is not public.',
  'webhook.host_or_port': 'The host or port of the url cannot be read.',
  'webhook.host_slow': 'The host name could not be resolved in time.',
  'webhook.host_unresolved': 'The host name could not be resolved.',
  'webhook.inactive': 'The webhook is disabled. Enable it first.',
  'webhook.ipv4': 'An IPv4 address must be written as four decimal numbers.',
  'webhook.ipv6': 'The IPv6 address in the url cannot be read.',
  'webhook.needs_host': 'The URL must start with https:// and a host name.',
  'webhook.needs_https': 'The url must begin with https://.',
  'webhook.of_sample': 'This workspace is sample data; no events are sent to other systems.',
  'webhook.plain_text': 'The URL may contain only printable ASCII characters, no spaces and no backslashes.',
  'webhook.port': 'The port of the url cannot be read.',
  'webhook.port_refused': 'Port {port} is not allowed for webhooks here. Allowed: {allowed}.',
  'webhook.unreadable': 'The url cannot be read.',
} as const

/** Why something is refused. */
export type RefusalKey = keyof typeof refusals

type PlacesIn<Sentence extends string> = Sentence extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesIn<Rest>
  : never

type ValuesOf<Key extends RefusalKey> = Readonly<Record<PlacesIn<(typeof refusals)[Key]>, string | number>>

/** The key of a sentence with the values for its places. Days are written as YYYY-MM-DD. */
export interface RefusalReason {
  readonly key: RefusalKey
  readonly values: Readonly<Record<string, string | number>>
}

/** The reason of a key; the compiler asks for the values that its sentence has places for. */
export function because<Key extends RefusalKey>(
  key: Key,
  ...[values]: [PlacesIn<(typeof refusals)[Key]>] extends [never] ? [] : [values: ValuesOf<Key>]
): RefusalReason {
  return { key, values: values ?? {} }
}

/** The English sentence of a reason. */
export function refusalSentence({ key, values }: RefusalReason): string {
  return refusals[key].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** A reason in responses of the app API; a client passes over a key that it does not know and says the message. */
const RefusalReasonRead = Closed(
  {
    key: Type.String({
      description: 'Names the sentence of the message; stable, unlike its words.',
      examples: ['view.too_many'],
    }),
    values: Type.Unsafe<Record<string, string | number>>({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      description: 'What stands in the places of the sentence.',
    }),
  },
  { $id: 'RefusalReason' },
)

/** The envelope of an error response of the app API: as everywhere, and the reason by its key. */
export const AppErrorEnvelope = Closed(
  { ...ErrorEnvelope.properties, reason: Type.Optional(RefusalReasonRead) },
  { $id: 'Error' },
)

/** Why one of several things was refused that one request of the app asked for. */
export const ItemRefusal = Closed(
  {
    code: OneOf(Object.keys(errorCodes) as ErrorCode[]),
    message: Type.String({ description: 'Why it was refused.' }),
    reason: Type.Optional(RefusalReasonRead),
  },
  { $id: 'ItemRefusal' },
)
export type ItemRefusal = Type.Static<typeof ItemRefusal>
