export { isForgotten, sweepFolder, type SweepParts } from './sweep-folder.ts'
