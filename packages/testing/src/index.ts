export { codePoint } from './code-point.ts'
export { assertProperty } from './assert-property.ts'
export { skipWithout } from './skip-without.ts'
export { FIXED_SEED, readSeedSettings } from './seeds.ts'
