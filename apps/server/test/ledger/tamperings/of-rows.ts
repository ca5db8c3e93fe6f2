import { copyOf, exchange, exchangeIds, ofRich, one, type Tampering } from './tampering-case.ts'

/** The register. */
export const ofInstruments: readonly Tampering[] = [
  ofRich(
    'an instrument is renamed',
    'instruments',
    'name',
    `update instruments set name = 'Forged' where ${one('instruments', 'instrument_id')}`,
  ),
  ofRich(
    'a due date is put off',
    'instruments',
    'due_date_0',
    `update instruments set due_date_0 = due_date_0 + 90 where ${one('instruments', 'instrument_id', 'due_date_0 is not null')}`,
  ),
  ofRich(
    'an interval is lengthened',
    'instruments',
    'calibration_interval_value',
    `update instruments set calibration_interval_value = 36 where ${one('instruments', 'instrument_id', 'calibration_interval_value = 12')}`,
  ),
  ofRich(
    'an extension is granted',
    'instruments',
    'extension_until',
    `update instruments set extension_until = '2031-01-01' where ${one('instruments', 'instrument_id', 'extension_until is not null')}`,
  ),
  ofRich(
    'a quarantine is lifted',
    'instruments',
    'is_quarantined',
    `update instruments set is_quarantined = false, quarantine_calibration_id = null where ${one('instruments', 'instrument_id', 'is_quarantined')}`,
  ),
  ofRich(
    'a status is changed',
    'instruments',
    'status',
    `update instruments set status = 'RETIRED' where ${one('instruments', 'instrument_id')}`,
  ),
  ofRich(
    'an instrument is moved to another site',
    'instruments',
    'site_id',
    `update instruments set site_id = (select default_site_id from workspaces where workspace_id = $w), location_id = null where ${one('instruments', 'instrument_id', 'site_id <> (select default_site_id from workspaces where workspace_id = $w)')}`,
  ),
  ofRich(
    'two instruments exchange their asset tags',
    'instruments',
    'asset_tag',
    ...exchange('instruments', 'instrument_id', 'asset_tag', 'instrument_id::text'),
  ),
  ofRich(
    'two instruments exchange their ids',
    'instruments',
    'asset_tag',
    ...exchangeIds('instruments', 'instrument_id'),
  ),
  ofRich(
    'an instrument is removed',
    'instruments',
    null,
    `delete from instruments where ${one('instruments', 'instrument_id')}`,
  ),
  ofRich(
    'an instrument is added',
    'instruments',
    null,
    copyOf('instruments', 'instrument_id', { asset_tag: 'FORGED', serial_number: null }),
  ),
  ofRich(
    'an instrument is moved to another workspace',
    'instruments',
    null,
    `update instruments set workspace_id = $c where ${one('instruments', 'instrument_id')}`,
  ),
  ofRich(
    'instruments are counted otherwise',
    'instrument_counts',
    'count',
    `update instrument_counts set count = count + 1 where workspace_id = $w and count > 0`,
  ),
]

const RECORD = `record_type = 'calibration'`

/** Calibration records and decisions on them. */
export const ofRecords: readonly Tampering[] = [
  ofRich(
    'a failed record passes',
    'calibrations',
    'result',
    `update calibrations set result = 'PASS' where ${one('calibrations', 'calibration_id', `result = 'FAIL'`)}`,
  ),
  ofRich(
    'a reading is altered',
    'calibrations',
    'nominal_value',
    `update calibrations set nominal_value = '11 mm' where ${one('calibrations', 'calibration_id', `nominal_value = '10 mm'`)}`,
  ),
  ofRich(
    'a record is backdated',
    'calibrations',
    'performed_at',
    `update calibrations set performed_at = performed_at - interval '1 day' where ${one('calibrations', 'calibration_id', RECORD)}`,
  ),
  ofRich(
    'a record has another performer',
    'calibrations',
    'performed_by',
    `update calibrations set performed_by = 'Forged' where ${one('calibrations', 'calibration_id', RECORD)}`,
  ),
  ofRich(
    'a record is one of another instrument',
    'calibrations',
    'instrument_id',
    `update calibrations set instrument_id = (select instrument_id from instruments where workspace_id = $w and asset_tag = 'R-3') where ${one('calibrations', 'calibration_id', RECORD)}`,
  ),
  ofRich(
    'what a record froze of its instrument is altered',
    'calibrations',
    'snapshot',
    `update calibrations set snapshot = snapshot || '{"name": "Forged"}' where ${one('calibrations', 'calibration_id', `snapshot is not null`)}`,
  ),
  ofRich(
    'a correction corrects nothing any more',
    'calibrations',
    'corrects_id',
    `update calibrations set corrects_id = null where ${one('calibrations', 'calibration_id', 'corrects_id is not null')}`,
  ),
  ofRich(
    'two records exchange their places in the ledger',
    'calibrations',
    'calibration_id',
    ...exchange('calibrations', 'calibration_id', 'ledger_index', '-1 - ledger_index'),
  ),
  ofRich(
    'two records exchange their ids',
    'calibrations',
    'calibration_id',
    ...exchangeIds('calibrations', 'calibration_id', RECORD),
  ),
  ofRich(
    'a record is removed',
    'calibrations',
    null,
    `delete from calibrations where ${one('calibrations', 'calibration_id', RECORD)}`,
  ),
  ofRich(
    'a void is removed',
    'calibrations',
    null,
    `delete from calibrations where ${one('calibrations', 'calibration_id', 'voids_id is not null')}`,
  ),
  ofRich(
    'a record is added',
    'calibrations',
    null,
    copyOf('calibrations', 'calibration_id', {
      feed_place: -1,
      ledger_index: 100000,
      calibration_place: null,
    }),
  ),
  ofRich(
    'a record is moved to another workspace',
    'calibrations',
    null,
    `update calibrations set workspace_id = $c where ${one('calibrations', 'calibration_id', RECORD)}`,
  ),
  ofRich(
    'a rejection becomes an approval',
    'calibration_decisions',
    'decision',
    `update calibration_decisions set decision = 'approved' where ${one('calibration_decisions', 'calibration_id', `decision = 'rejected'`)}`,
  ),
  ofRich(
    'an approval has another approver',
    'calibration_decisions',
    'decided_by',
    `update calibration_decisions set decided_by = 'Forged' where ${one('calibration_decisions', 'calibration_id', 'not is_automatic')}`,
  ),
  ofRich(
    'a signature means something else',
    'calibration_decisions',
    'signature_meaning',
    `update calibration_decisions set signature_meaning = 'seen' where ${one('calibration_decisions', 'calibration_id', 'signature_meaning is not null')}`,
  ),
  ofRich(
    'a decision is removed',
    'calibration_decisions',
    null,
    `delete from calibration_decisions where ${one('calibration_decisions', 'calibration_id')}`,
  ),
  ofRich(
    'a record no longer waits for approval',
    'undecided_calibrations',
    null,
    `delete from undecided_calibrations where workspace_id = $w`,
  ),
  ofRich(
    'records are counted otherwise',
    'calibration_counts',
    'count',
    `update calibration_counts set count = count + 1 where workspace_id = $w and count > 0`,
  ),
]

/** Findings about instruments out of tolerance. */
export const ofFindings: readonly Tampering[] = [
  ofRich(
    'a finding is closed',
    'findings',
    'closed_at',
    `update findings set closed_at = now(), closed_by = 'Forged' where ${one('findings', 'finding_id', 'closed_at is null')}`,
  ),
  ofRich(
    'a finding is removed',
    'findings',
    null,
    `delete from findings where ${one('findings', 'finding_id')}`,
  ),
  ofRich(
    'a judgement is altered',
    'finding_judgements',
    'judgement',
    `update finding_judgements set judgement = 'recalibrate' where ${one('finding_judgements', 'judgement_id')}`,
  ),
  ofRich(
    'a note is removed',
    'finding_notes',
    null,
    `delete from finding_notes where ${one('finding_notes', 'note_id')}`,
  ),
]

/** Procedures, models, tables of classes and providers. */
export const ofCatalogs: readonly Tampering[] = [
  ofRich(
    'a limit of a released revision is widened',
    'procedure_revisions',
    'points',
    `update procedure_revisions set points = jsonb_set(points, '{0,tolerance}', '{"symmetric": {"absolute": "2"}}') where ${one('procedure_revisions', 'revision_id', `points <> '[]'`)}`,
  ),
  ofRich(
    'a draft is released',
    'procedure_revisions',
    'state',
    `update procedure_revisions set state = 'released' where ${one('procedure_revisions', 'revision_id', `state = 'draft'`)}`,
  ),
  ofRich(
    'a procedure has another code',
    'procedures',
    'code',
    `update procedures set code = 'FORGED' where ${one('procedures', 'procedure_id')}`,
  ),
  ofRich(
    'a model is calibrated by another procedure',
    'instrument_models',
    'procedure_id',
    `update instrument_models set procedure_id = null where workspace_id = $w`,
  ),
  ofRich(
    'a deviation of a class is widened',
    'class_tables',
    'rows',
    `update class_tables set rows = rows || rows where ${one('class_tables', 'table_id')}`,
  ),
  ofRich(
    'an accreditation is prolonged',
    'providers',
    'accreditation_valid_until',
    `update providers set accreditation_valid_until = '2040-01-01' where workspace_id = $w`,
  ),
]

/** The workspace, its sites and locations. */
export const ofPlaces: readonly Tampering[] = [
  ofRich(
    'approval is no longer required',
    'workspaces',
    'approval_policy',
    `update workspaces set approval_policy = 'automatic' where workspace_id = $w`,
  ),
  ofRich(
    'a second factor is no longer required',
    'workspaces',
    'requires_second_factor',
    `update workspaces set requires_second_factor = false where workspace_id = $w`,
  ),
  ofRich(
    'a site is in another time zone',
    'sites',
    'time_zone',
    `update sites set time_zone = 'Asia/Tokyo' where ${one('sites', 'site_id', 'time_zone is not null')}`,
  ),
  ofRich(
    'two sites exchange their names',
    'sites',
    'name',
    ...exchange('sites', 'site_id', 'name', 'site_id::text'),
  ),
  ofRich('a site is added', 'sites', null, copyOf('sites', 'site_id', { name: 'Forged' })),
  ofRich('a location is removed', 'locations', null, `delete from locations where workspace_id = $w`),
]
