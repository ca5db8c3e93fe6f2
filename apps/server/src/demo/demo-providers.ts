import type { ProviderCreate, SendOut } from '@plumbline/contract'
import type { Caller } from '../modules/access/index.ts'
import { addDays, today } from '../modules/compliance/index.ts'
import { createProvider } from '../modules/providers/index.ts'
import type { FillParts } from './fill-parts.ts'

/** A provider of the demo, with its price for a calibration. */
interface DemoProvider {
  readonly stated: Omit<ProviderCreate, 'accreditation_valid_until'> & { readonly lead_time_days: number }
  /** Number of days until its accreditation expires; negative if it has expired. */
  readonly validForDays: number
  readonly cost: string
}

const demoProviders: readonly DemoProvider[] = [
  {
    stated: {
      name: 'Nordcal Kalibrierdienst',
      accreditation_body: 'DAkkS',
      accreditation_number: 'D-K-00000-01-00',
      scope: [
        { quantity: 'Length: gauge blocks', range: '0.5 mm to 100 mm', best_uncertainty: '0.06 µm' },
        { quantity: 'Mass', range: '1 mg to 20 kg', best_uncertainty: null },
      ],
      contact_name: 'Imke Petersen',
      contact_email: 'labor@nordcal.example',
      lead_time_days: 10,
      notes: 'Synthetic demo data.',
    },
    validForDays: 520,
    cost: '310.00',
  },
  {
    stated: {
      name: 'Piedmont Metrology Services',
      accreditation_body: 'A2LA',
      accreditation_number: '0000.01',
      scope: [
        { quantity: 'Pressure, gauge', range: '-1 bar to 70 bar', best_uncertainty: '0.01 % of reading' },
      ],
      contact_name: 'Dana Whitfield',
      contact_email: 'quotes@piedmont.example',
      lead_time_days: 15,
      notes: 'Synthetic demo data.',
    },
    validForDays: -75,
    cost: '265.00',
  },
  {
    stated: {
      name: 'Kestrel Calibration',
      accreditation_body: 'UKAS',
      accreditation_number: '0000',
      scope: [
        { quantity: 'DC voltage', range: '100 mV to 1000 V', best_uncertainty: '8 µV/V' },
        { quantity: 'DC resistance', range: '1 Ω to 100 MΩ', best_uncertainty: '12 µΩ/Ω' },
      ],
      contact_email: 'lab@kestrel.example',
      lead_time_days: 12,
      notes: 'Synthetic demo data.',
    },
    validForDays: 40,
    cost: '240.00',
  },
]

/** Names of the demo's providers. */
export const providerNames: readonly string[] = demoProviders.map(({ stated }) => stated.name)

/**
 * Adds the providers of the demo.
 * @param day the day of the demo (YYYY-MM-DD); the accreditation of one provider expired before it
 * @returns their ids by name
 */
export async function enterProviders(
  parts: FillParts,
  manager: Caller,
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const { stated, validForDays } of demoProviders) {
    const validUntil = addDays(day, validForDays)
    const { id } = await createProvider(parts, manager, { ...stated, accreditation_valid_until: validUntil })
    ids.set(stated.name, id)
  }
  return ids
}

/** Returns the details of a shipment that is sent out now. */
export function shipmentTo(
  name: string,
  providerIds: ReadonlyMap<string, string>,
  { assetTag, now, timeZone }: { readonly assetTag: string; readonly now: Date; readonly timeZone: string },
): SendOut {
  const provider = demoProviders.find(({ stated }) => stated.name === name)
  const providerId = providerIds.get(name)
  if (!provider || providerId === undefined) throw new Error(`no provider of the demo is called ${name}`)
  const sentOn = today(now, timeZone)
  return {
    provider_id: providerId,
    purchase_order: `PO-${sentOn.slice(0, 4)}-${assetTag}`,
    expected_return: addDays(sentOn, provider.stated.lead_time_days),
    cost: provider.cost,
    currency: 'EUR',
    reason: 'Sent to the provider.',
  }
}
