/** Density of the weights used to adjust balances, kg/m³ (OIML R 111). */
const WEIGHT_DENSITY = 8000

/** The ambient air in which distilled water is weighed. */
export interface WeighingAir {
  /** °C, of water and air; from 15 to 30. */
  readonly temperature: number
  /** hPa. */
  readonly pressure?: number
  /** % RH. */
  readonly humidity?: number
}

/**
 * Returns the factor Z by which the mass of water that a balance shows, in mg, is multiplied to give its volume in µL
 * (ISO 8655-6): air buoyancy by the formula of OIML R 111-1, E.3, and density of water by Tanaka et al. (Metrologia 38,
 * 2001).
 */
export function waterVolumeFactor({ temperature, pressure = 1013, humidity = 50 }: WeighingAir): number {
  const air = airDensity(temperature, pressure, humidity)
  return (1000 / (waterDensity(temperature) - air)) * (1 - air / WEIGHT_DENSITY)
}

/** Returns the density of air-free water in kg/m³. */
function waterDensity(temperature: number): number {
  const below = (temperature - 3.983035) ** 2 * (temperature + 301.797)
  return 999.97495 * (1 - below / (522528.9 * (temperature + 69.34881)))
}

/** Returns the density of air in kg/m³. */
function airDensity(temperature: number, pressure: number, humidity: number): number {
  const moist = 0.34848 * pressure - 0.009 * humidity * Math.exp(0.061 * temperature)
  return moist / (273.15 + temperature)
}
