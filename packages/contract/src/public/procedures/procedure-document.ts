import { Type } from 'typebox'
import { Closed, Uuid } from '../../shared/values.ts'

/** Documents that one procedure can have. */
export const PROCEDURE_DOCUMENTS_MAX = 20

/**
 * A document of a procedure. The revision records the hash of the file, so that the signature of a released revision
 * covers it.
 */
export const ProcedureDocument = Closed(
  {
    id: Uuid({ description: 'ID of the document.' }),
    file_name: Type.String({ description: 'Name of the file, without directories.' }),
    content_type: Type.String({ description: 'Detected content type.' }),
    size_bytes: Type.Integer({ description: 'Size of the file in bytes.' }),
    sha256: Type.String({ description: 'Hash of the file content, in hexadecimal.' }),
  },
  { $id: 'ProcedureDocument', description: 'A file that belongs to the work instruction of a procedure.' },
)
export type ProcedureDocument = Type.Static<typeof ProcedureDocument>
