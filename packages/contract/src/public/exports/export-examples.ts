/** The beginning of the CSV file of each export: the names of the columns, and one row. */
export const exportExamples = {
  exportInstruments: [
    'id,asset_tag,name,manufacturer,model,serial_number,category,department,site,location,place,status,compliance_status,is_quarantined,due_date,last_calibration_date,calibration_interval_value,calibration_interval_unit,grace_days,is_reference_standard,unit_of_measure,tolerance_spec,method,notes,sent_out_on,created_at,updated_at,retired_at,responsible,customFields.Cost centre',
    '01a21c02-1fb0-799c-a6bf-60747f3df910,CAL-0042,Digital caliper 150 mm,Mitutoyo,500-196-30,17034512,Dimensional,Quality,Main site,,Cabinet 4,active,WARNING,false,2026-12-12,2025-12-12,12,months,,false,mm,±0.02 mm,,,,2026-11-21T08:00:00.000Z,2026-11-21T08:00:00.000Z,,Ingrid Solberg,4711',
  ],
  exportCalibrations: [
    'asset_tag,name,serial_number,site,status,compliance_status,is_quarantined,performed_date,performed_by,entered_by,result,nominal_value,tolerance,as_found_reading,as_left_reading,certificate_number,reference_standard,reference_standard_certificate_number,reference_standard_condition,reference_standard_reason,opinions,opinions_basis,measurement_count,points_out,approval_status,record_status,record_type,calibration_id,instrument_id,performed_at,calibration_type,next_due_date,temperature,humidity,reference_standard_asset_id,reference_standard_overdue,traceability_reference,service_provider,provider_id,provider_accreditation_body,provider_accreditation_number,provider_accreditation_valid_until,provider_accreditation_expired,measurement_uncertainty,coverage_factor,confidence_level,decision_rule,accredited,conformity_statement,restriction_notes,out_of_tolerance_impact,notes,method,procedure_id,procedure_code,procedure_revision,deviation_from_procedure,received_at,item_condition,place_of_work,customer,points_out_as_found,points_without_final,tolerance_verdict,tolerance_verdict_reason,is_starting_record,approved_at,approved_by,signature_meaning,rejection_reason,supersedes_id,correction_reason,superseded_by_id,voids_id,voided_by_id,created_at',
    'CAL-0042,Digital caliper 150 mm,17034512,Main site,active,COMPLIANT,false,2026-11-20,Ingrid Solberg,Ingrid Solberg,PASS,10.000 mm,±0.020 mm,10.012 mm,,,"Gauge block set, grade 0",D-K-15008-2026-0193,,,,,0,0,approved,current,calibration,01a21c02-2176-71f1-b239-0149434d4c22,01a21c02-1fb0-799c-a6bf-60747f3df910,2026-11-20T13:05:00.000Z,in_house,,20.1 °C,46 %,,,The SI through the national metrology institute,,,,,,,0.002 mm,2,95 %,simple_acceptance,false,,,,,,,,,,,,,,0,0,in,"As found 10.012 mm is within tolerance (nominal value 10.000 mm, tolerance ±0.020 mm, limits 9.98 to 10.02, unit of the instrument mm).",false,2026-11-21T08:00:00.000Z,Ingrid Solberg,,,,,,,,2026-11-21T08:00:00.000Z',
  ],
  exportDue: [
    'id,asset_tag,name,due_at,due_date,compliance_status,interval_label,site_name,location_name,site_id,is_overdue,status,has_failed,is_quarantined,location,pending_approval,serial_number,assignee_id,assignee_name,planned_for,responsible_id,responsible_name',
    '01a21c02-1fb0-799c-a6bf-60747f3df910,CAL-0042,Digital caliper 150 mm,2026-12-11T23:00:00.000Z,2026-12-12,WARNING,12 months,Main site,,01a21c02-1e6f-7cae-8f30-55cbdd14d332,false,active,false,false,Cabinet 4,,17034512,,,,,',
  ],
  exportFindings: [
    'id,status,asset_tag,name,instrument_id,calibration_id,result,performed_at,opened_at,opened_by,points,size_percent,owner,owner_id,due_date,closed_at,closed_by,closed_because,conclusion,signature_meaning',
    '01a21c02-2215-77f0-b53e-cae8ae5105f5,open,CAL-0042,Digital caliper 150 mm,01a21c02-1fb0-799c-a6bf-60747f3df910,01a21c02-2213-7823-971e-0b2a51fe9ef3,FAIL,2026-11-20T13:05:00.000Z,2026-11-21T08:00:00.000Z,Ingrid Solberg,"[{""range"":null,""channel"":null,""nominal"":""10.000 mm"",""as_found"":""10.024 mm"",""function"":null,""position"":null,""percent_of_tolerance"":""120""}]",120,,,,,,,,',
  ],
  exportDocuments: [
    'id,file_name,document_type,asset_tag,name,instrument_id,calibration_id,uploaded_at,uploaded_by,uploaded_by_name,is_archived,content_type,size_bytes,sha256',
    '01a21c02-201a-7175-bf05-001fb2d693f3,certificate.pdf,certificate,CAL-0042,Digital caliper 150 mm,01a21c02-1fb0-799c-a6bf-60747f3df910,,2026-11-21T08:00:00.000Z,01a21c02-1ea7-7e3f-8f67-d60aed8800f7,Ingrid Solberg,false,application/pdf,15,1e7313ace78f0fb481a486939b4885902663102818090805515553d84e0bbfd3',
  ],
  exportActivity: [
    'index,at,kind,actor_type,actor_id,actor_name,subject_type,subject_id,subject_label,changes,reason,leaf_hash',
    '11,2026-11-21T08:00:00.000Z,calibration.approved,api_key,01a21c02-1eb4-70ac-a755-123282a301dd,Ingrid Solberg,calibration,01a21c02-2176-71f1-b239-0149434d4c22,CAL-0042,"{""decided_by"":{""before"":null,""after"":""Ingrid Solberg""},""decided_by_person_id"":{""before"":null,""after"":""01a21c02-1ea7-7e3f-8f67-d60aed8800f7""},""instrument_id"":{""before"":null,""after"":""01a21c02-1fb0-799c-a6bf-60747f3df910""},""is_automatic"":{""before"":null,""after"":true}}",,e0c2b37853fe2d5e22caf0a634eb509026727e4819502997f7b2c1f95ef60856',
  ],
} as const
