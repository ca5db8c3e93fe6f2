import { Type } from 'typebox'
import { Closed } from './values.ts'

/** A QR code as drawn by the app. */
export const QrCode = (description: string) =>
  Closed(
    {
      size: Type.Integer({ description: 'Modules per side, without the quiet zone.' }),
      path: Type.String({ description: 'Dark modules as an SVG path, one unit each.' }),
    },
    { description },
  )
export type QrCode = Type.Static<ReturnType<typeof QrCode>>
