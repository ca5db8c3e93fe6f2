import { because, LOGO_BYTES_MAX, type RefusalReason } from '@plumbline/contract'
import { invalidField } from '../../platform/errors.ts'
import { checkLogo, type LogoFault } from '../certificates/index.ts'

const DATA_URL = /^data:image\/(?:png|jpeg);base64,/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const LOGO_FAULTS: Readonly<Record<LogoFault, RefusalReason>> = {
  too_large: because('field.logo_too_large', { kilobytes: LOGO_BYTES_MAX / 1024 }),
  not_png_or_jpeg: because('field.logo_no_picture'),
  too_many_pixels: because('field.logo_pixels'),
  unsupported_colours: because('field.logo_colours'),
}

/** Returns the base64 text of a logo that can be printed; its bytes decide, whatever type the data URL states. */
export function readLogo(sent: string | null | undefined): string | null | undefined {
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
  const checked = checkLogo(bytes)
  if ('fault' in checked) throw invalidField('logo', LOGO_FAULTS[checked.fault])
  return bytes.toString('base64')
}

/** Beginning of every PNG in base64. */
const PNG_BASE64 = 'iVBOR'

/** Returns a stored logo as a data URL for display. */
export function serializeLogo(logo: string | undefined): string | null {
  if (logo === undefined) return null
  return `data:image/${logo.startsWith(PNG_BASE64) ? 'png' : 'jpeg'};base64,${logo}`
}
