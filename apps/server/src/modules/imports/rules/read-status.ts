import type { InstrumentStatus } from '@plumbline/contract'
import { comparable } from './cell-text.ts'

/** Words for each status, separated by blanks, in the form of `comparable`. */
const words: Readonly<Record<InstrumentStatus, string>> = {
  active: `
    active aktiv ok current incal incalibration calibrated due overdue pastdue compliant good pass passed freigegeben
    actif activo`,
  in_service: `
    inservice inuse inbetrieb readytodeploy deployed deployable ready available checkedout issued inarea a
    enservice enservicio`,
  out_of_service: `
    outofservice oos ausserbetrieb inactive inaktiv donotuse broken outforrepair inrepair repair undeployable
    pending stored storage instorage lost missing onhold hold underrepair notinuse notused spare suspended
    quarantine quarantined failed fail rejected reject damaged defective faulty gesperrt defekt verloren reserve
    quarantane withdrawn withdrawnfromservice withdrawnfromuse removedfromservice takenoutofservice
    nichtinbetrieb inreparatur zurreparatur horsservice fueradeservicio`,
  OUT_FOR_CALIBRATION: `outforcalibration atcalibration atvendor outforcal beimdienstleister sentout
    sentforcalibration senttovendor incalibrationlab zurkalibrierung inkalibrierung beikalibrierung enetalonnage`,
  REFERENCE_ONLY: `
    referenceonly reference forrefonly refonly forreferenceonly ncr nocalibrationrequired calibrationnotrequired
    nocalrequired nocal noncalibrated notrequired indicationonly nurreferenz calibrationnotneeded
    nocalibrationneeded nocalneeded noncal cnr
    keinekalibrierungerforderlich kalibrierfrei kalibrierungnichterforderlich forindicationonly`,
  retired: `retired ausgemustert scrapped disposed archived obsolete decommissioned verschrottet scrap
    sold verkauft ausgeschieden reforme baja`,
}

const statuses = new Map<string, InstrumentStatus>(
  Object.entries(words).flatMap(([status, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((word) => [word, status as InstrumentStatus] as const),
  ),
)

/** Returns the service status that a word of a register means; undefined for an unknown word. */
export function readStatus(text: string): InstrumentStatus | undefined {
  return statuses.get(comparable(text))
}

/** Whether a text states that no calibration is needed. */
export function saysReference(text: string): boolean {
  return readStatus(text) === 'REFERENCE_ONLY'
}
