import type { Runtime } from '../runtime.ts'

/** The dependencies for entering a program. */
export type FillParts = Pick<Runtime, 'db' | 'clock' | 'config'>

/** The dependencies for creating and filling a workspace. */
export type WorkspaceParts = FillParts & Pick<Runtime, 'secrets'>
