let made = 0

/** Returns a unique name. */
export const tag = () => {
  made += 1
  return `R-${made}`
}

/** Returns a class table with one class and a unique name. */
export const newClassTable = () => ({
  name: tag(),
  source: 'House rule 12',
  unit: 'mm',
  deviation_unit: 'µm',
  classes: [{ name: '1', member: null }],
  rows: [
    { designation: null, from: '0.5', to: '10', limits: [{ nominal: null, upper: '0.2', lower: '0.2' }] },
  ],
})
