import {
  because,
  LOGO_BYTES_MAX,
  type laboratoryChanges,
  type RefusalReason,
  type WorkspaceUpdate,
} from '@plumbline/contract'
import { invalidField } from '../../platform/errors.ts'
import type { Laboratory, LaboratoryChange } from './laboratory.ts'

/** Looks at the bytes of a logo and says what is wrong with them; undefined when they can be printed. */
export type LogoFault = (bytes: Buffer) => RefusalReason | undefined

/** Bodies of a workspace and of a site, as far as they concern the laboratory. */
type LaboratoryBody = Pick<
  WorkspaceUpdate,
  keyof typeof laboratoryChanges | 'paper' | 'language' | 'show_recommended_due_date'
>

/** Laboratory settings of a body, by the names under which they are kept. */
export function laboratoryOfBody(body: LaboratoryBody, logoFault: LogoFault): LaboratoryChange {
  return {
    name: body.laboratory_name,
    address: body.address,
    accreditation: body.accreditation,
    logo: readLogo(body.logo, logoFault),
    default_customer: body.default_customer,
    statements: body.statements,
    paper: body.paper,
    language: body.language,
    show_recommended_due_date: body.show_recommended_due_date,
  }
}

const DATA_URL = /^data:image\/(?:png|jpeg);base64,/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The base64 of a logo that can be printed; whatever a data url says of it, its bytes decide. */
function readLogo(sent: string | null | undefined, logoFault: LogoFault): string | null | undefined {
  if (sent === undefined || sent === null || sent === '') return sent === '' ? null : sent
  const base64 = sent.replace(DATA_URL, '').replaceAll(/\s/g, '')
  if (!BASE64.test(base64)) throw invalidField('logo', because('field.logo_no_base64'))
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.byteLength > LOGO_BYTES_MAX)
    throw invalidField(
      'logo',
      because('field.logo_too_large', { kilobytes: LOGO_BYTES_MAX / 1024 }),
      'too_large',
    )
  const fault = logoFault(bytes)
  if (fault !== undefined) throw invalidField('logo', fault)
  return bytes.toString('base64')
}

/** Laboratory settings as the app shows them, null where nothing is set. */
export function presentLaboratory(laboratory: Laboratory) {
  return {
    laboratory_name: laboratory.name ?? null,
    address: laboratory.address ?? null,
    accreditation: laboratory.accreditation ?? null,
    default_customer: laboratory.default_customer ?? null,
    statements: laboratory.statements ?? null,
  }
}

/** Beginning of every PNG in base64. */
const PNG_BASE64 = 'iVBOR'

/** A kept logo as a data url, ready to be shown. */
export function presentLogo(logo: string | undefined): string | null {
  if (logo === undefined) return null
  return `data:image/${logo.startsWith(PNG_BASE64) ? 'png' : 'jpeg'};base64,${logo}`
}
