import type { HistoryField, ImportTarget } from '@plumbline/contract'
import { columnsOf } from './presets.ts'

/**
 * Targets of the columns of a history, by comparable name: those of the API and of registers, in English and German.
 */
const names = columnsOf({
  asset_tag: `
    assettag assetnumber assetno assetid asset tag tagnumber tagno gageid gaugeid gagenumber gaugenumber equipmentid
    equipmentno equipmentnumber instrumentid instrumentno instrumentnumber toolid toolnumber controlnumber deviceid
    idnumber idno inventorynumber inventarnummer inventarnr prufmittelnummer prufmittelnr pmnummer pmnr identnummer
    identnr`,
  serial_number: `serialnumber serial serialno sn seriennummer seriennr fabriknummer deviceserialnumber`,
  performed_at: `
    performedat performeddate performed dateperformed calibrationdate caldate dateofcalibration calibrated calibratedon
    datecalibrated lastcalibrationdate lastcalibration servicedate date kalibrierdatum kalibriertam datum prufdatum`,
  result: `
    result calibrationresult calresult outcome passfail verdict ergebnis kalibrierergebnis
    bewertung`,
  calibration_type: `calibrationtype typeofcalibration internalexternal inhouseorexternal kalibrierart`,
  performed_by: `
    performedby calibratedby calby technician inspector operator durchgefuhrtvon kalibriertvon prufer techniker`,
  service_provider: `
    serviceprovider provider vendor sourceorvendor laboratory calibrationlab calibrationlaboratory lab supplier
    calibrationvendor kalibrierlabor labor dienstleister`,
  certificate_number: `
    certificatenumber certificateno certificate certno certnumber cert calibrationcertificate reportnumber reportno
    zertifikat zertifikatnummer zertifikatnr kalibrierschein kalibrierscheinnummer kalibrierscheinnr scheinnummer`,
  next_due_date: `
    nextduedate duedate nextdue nextcal nextcalibration nextcalibrationdate calibrationduedate caldue calduedate
    nachstekalibrierung fallig falligam falligkeit`,
  function: `function point testpoint measuringpoint parameter characteristic funktion messpunkt prufpunkt merkmal`,
  range: `range measuringrange messbereich bereich`,
  nominal_value: `nominalvalue nominal nominals targetvalue target setpoint standardvalue sollwert nennwert nennmass`,
  unit_of_measure: `unitofmeasure unit units uom einheit`,
  tolerance: `tolerance tolerancespec limits accuracy toleranz`,
  as_found_reading: `
    asfoundreading asfound asfoundvalue found before reading measuredvalue measured actual istwert messwert
    wievorgefunden vorjustierung`,
  as_left_reading: `asleftreading asleft asleftvalue left after wiehinterlassen nachjustierung`,
  measurement_uncertainty: `measurementuncertainty uncertainty expandeduncertainty messunsicherheit unsicherheit`,
  coverage_factor: `coveragefactor k kfactor erweiterungsfaktor`,
  confidence_level: `confidencelevel confidence uberdeckungswahrscheinlichkeit`,
  decision_rule: `decisionrule entscheidungsregel`,
  reference_standard: `
    referencestandard masterstandard standard standards standardused standardsused master normal bezugsnormal
    referenznormal`,
  reference_standard_asset_tag: `referencestandardassettag`,
  reference_standard_certificate_number: `
    referencestandardcertificatenumber standardcertificate standardcertificatenumber`,
  reference_standard_reason: `referencestandardreason`,
  traceability_reference: `traceabilityreference traceability ruckfuhrbarkeit`,
  temperature: `temperature temp temperatur`,
  humidity: `humidity rh relativehumidity feuchte luftfeuchte`,
  method: `method procedure calibrationprocedure verfahren`,
  place_of_work: `placeofwork locationofcalibration kalibrierort`,
  customer: `customer kunde`,
  item_condition: `itemcondition conditiononreceipt zustand`,
  conformity_statement: `conformitystatement conformity konformitat`,
  restriction_notes: `restrictionnotes limitation limitationofuse einschrankung`,
  out_of_tolerance_impact: `outoftoleranceimpact justification impact`,
  opinions: `opinions opinionsandinterpretations`,
  opinions_basis: `opinionsbasis`,
  deviation_from_procedure: `deviationfromprocedure`,
  notes: `notes note comments comment remarks bemerkung bemerkungen notiz`,
} satisfies Partial<Record<HistoryField, string>>)

/** Returns the target of a history's column; columns for which a record has no field are ignored. */
export function historyTargetOf(name: string): ImportTarget {
  return Object.hasOwn(names, name) ? names[name]! : 'ignore'
}

/** Whether columns identify a calibration: its instrument and its date. */
export function namesHistory(targets: readonly ImportTarget[]): boolean {
  const hasInstrument = targets.includes('asset_tag') || targets.includes('serial_number')
  return hasInstrument && targets.includes('performed_at')
}
