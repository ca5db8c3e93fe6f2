import type { Runtime } from '../runtime.ts'

/** What a program is entered with. */
export type FillParts = Pick<Runtime, 'db' | 'clock' | 'config'>

/** What a workspace is made and filled with. */
export type WorkspaceParts = FillParts & Pick<Runtime, 'secrets'>
