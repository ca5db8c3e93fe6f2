// Tolerance classes, and points generated from them: gauge block sets and limit gauges.
export { builtInClasses, builtInTables, type BuiltInClass, type BuiltInTable } from './built-in-classes.ts'
export { checkClassTable } from './check-class-table.ts'
export { checkClass } from './check-class.ts'
export { classTableFile, readClassTableFile, type ClassTableRows } from './class-table-file.ts'
export { classesOf, columnClass, designatedRow, type TabledClass } from './class-table.ts'
export { classLimits, type ClassLimits, type ClassRow, type GaugeClass } from './gauge-class.ts'
export { gaugeBlockPoints, gaugeBlockSets, type BlockSet } from './gauge-block-sets.ts'
export { limitGaugeKinds, limitGaugePoints, type LimitGauge, type LimitGaugeKind } from './limit-gauge.ts'
