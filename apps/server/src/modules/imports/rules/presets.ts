import type { ImportPreset, ImportTarget } from '@plumbline/contract'

/** How the export of a product is read. */
export interface Preset {
  /** Targets of its columns, by comparable name. */
  readonly columns: Readonly<Record<string, ImportTarget>>
  /** Columns that distinguish it from others; any two of them identify it. */
  readonly telling: readonly string[]
  /** Number of lines between the column names and the first row. */
  readonly linesBelowHead: number
  /** Whether bare numbers in date columns are seconds since 1970. */
  readonly unixSeconds: boolean
}

/** Words for each target, separated by blanks. */
type Words = Partial<Readonly<Record<ImportTarget, string>>>

/** Returns the target of each column, by comparable name, from the words of each target. */
export const columnsOf = (words: Words): Record<string, ImportTarget> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([target, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, target as ImportTarget] as const),
    ),
  )

const generic = columnsOf({
  asset_tag: `
    assettag assetnumber assetno assetid tag tagnumber tagno gageid gaugeid gagenumber gaugenumber equipmentid
    equipmentno equipmentnumber instrumentid instrumentno instrumentnumber toolid toolnumber controlnumber
    idnumber idno inventorynumber inventarnummer inventarnr prufmittelnummer prufmittelnr pmnummer pmnr
    identnummer identnr gageno gaugeno toolno assetcode equipmentcode tagid prufmittelid geratenummer geratenr`,
  name: `
    name description assetname title equipmentname gagename instrument instrumentname equipment
    equipmentdescription gagedescription gaugedescription itemdescription tooldescription toolname desc
    bezeichnung benennung prufmittel item itemname instrumentdescription`,
  manufacturer: `manufacturer maker make mfg mfr mfgr brand hersteller manufacturername`,
  model: `model modelnumber modelno modelname modell`,
  serial_number: `serialnumber serial serialno sn seriennummer seriennr fabriknummer`,
  category: `category type equipmenttype gagetype kategorie typ art class prufmittelart`,
  department: `department dept abteilung area`,
  custom_field: `kostenstelle condition referencestandard`,
  site: `site facility plant standort werk`,
  location: `location currentlocation storagelocation loc locationname ort lagerort`,
  place: `place locationdetails ortsangabe`,
  status: `status einsatzstatus state calibrationstatus`,
  calibration_interval_value: `
    calibrationintervalvalue calibrationinterval interval frequency calibrationfrequency calinterval
    calfrequency cycle calibrationcycle calcycle freq calfreq calibrationfreq calperiod calibrationperiod
    recallinterval recallfrequency intervall kalibrierintervall prufintervall`,
  interval_months: `
    intervalmonths calibrationintervalmonths frequencymonths calintervalmonths calfrequencymonths
    calfreqmonths freqmonths intervallmonate
    calintervalmo calintervalmos intervalmo intervalmos intervalmths frequencymo cyclemonths calcyclemonths
    prufintervallmonate kalibrierintervallmonate`,
  interval_days: `
    intervaldays calibrationintervaldays frequencydays calintervaldays calfrequencydays calfreqdays
    freqdays intervalltage kalibrierintervalltage`,
  interval_years: `intervalyears calibrationintervalyears calintervalyears frequencyyears`,
  calibration_interval_unit: `
    calibrationintervalunit intervalunit frequencyunit intervalunits einheitintervall intervalleinheit`,
  last_calibration_date: `
    lastcalibrationdate lastcalibration lastcal lastcaldate calibrationdate caldate lastcalibrated
    calibratedon dateoflastcalibration dateoflastcal
    lastcalibrateddate calibrateddate lastcalibratedon datelastcalibrated lastcalibrationon lastdatecalibrated
    letzteprufung letztekal kalibrierdatum prufdatum
    datecalibrated lastcalibrationat letztekalibrierung kalibriertam`,
  due_date: `
    duedate nextduedate nextcal nextcalibration nextdue nextcalibrationdate calibrationduedate caldue due
    datedue dueon nextcaldue nextcalduedate nextcalibrationdue nextcalibrationduedate recalldate recaldate
    nextcalibrationdueon nextdatedue nachsteprufung nachstekal nachsterpruftermin nachstekalibrierungam
    calduedate calibrationdue nextcaldate nextdueat nachstekalibrierung faellig fallig falligam
    falligkeit`,
  grace_days: `gracedays graceperiod`,
  is_reference_standard: `isreferencestandard bezugsnormal`,
  unit_of_measure: `unitofmeasure unit units uom einheit`,
  tolerance_spec: `tolerancespec tolerance tol accuracy toleranz`,
  method: `method procedure calibrationprocedure verfahren`,
  responsible: `
    responsible responsibleperson responsibleemail verantwortlich verantwortliche verantwortlicher
    verantwortlicheperson`,
  notes: `notes note comments comment remarks bemerkung bemerkungen notiz`,
  ignore: `
    id compliancestatus isquarantined sentouton createdat updatedat retiredat reason dayspastdue daysuntildue
    furthercustomfields`,
})

const preset = (words: Words, telling: readonly string[], rest: Partial<Preset> = {}): Preset => ({
  columns: { ...generic, ...columnsOf(words) },
  telling,
  linesBelowHead: 0,
  unixSeconds: false,
  ...rest,
})

/** How the export of each product is read, in the order in which they are tried. */
export const presets: Readonly<Record<ImportPreset, Preset>> = {
  generic: preset({}, []),
  gagelist: preset(
    {
      asset_tag_alternative: 'assetno',
      name: 'type',
      interval_years: 'years',
      interval_months: 'months',
      interval_days: 'days',
    },
    ['controlnumber', 'rangeorsize', 'masterstandard', 'sourceorvendor', 'calibrationduedate'],
  ),
  logical: preset(
    {
      asset_tag: 'deviceid',
      asset_tag_alternative: 'positionid',
      name: 'positionname',
      manufacturer: 'devicemodelmanufacturer',
      model: 'devicemodel',
      serial_number: 'deviceserialnumber',
      category: 'quantity',
      location: 'positionlocation',
      place: 'positionpath',
    },
    ['positionid', 'deviceid', 'positionname', 'devicemodel', 'positionpath'],
    { unixSeconds: true },
  ),
  senaite: preset({}, ['assetnumber', 'title', 'brand'], { linesBelowHead: 2 }),
  qualer: preset(
    {
      asset_tag_alternative: 'equipmentid',
      name: 'assetname',
      manufacturer: 'assetmaker',
      model: 'productname',
      category: 'categoryname',
      site: 'sitename',
      location: 'roomnumber',
      last_calibration_date: 'lastservicedate',
      due_date: 'nextservicedate',
    },
    ['assetmaker', 'productname', 'categoryname', 'nextservicedate', 'roomnumber'],
  ),
  'snipe-it': preset({ status: 'statuslabel', model: 'modelnumber modelno', custom_field: 'model' }, [
    'statuslabel',
    'modelnumber',
    'assettag',
    'checkedoutto',
    'defaultlocation',
    'expectedcheckindate',
    'nextauditdate',
    'lastaudit',
  ]),
}
