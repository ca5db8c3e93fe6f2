export { assertProperty } from './assert-property.ts'
export { FIXED_SEED, readSeedSettings } from './seeds.ts'
