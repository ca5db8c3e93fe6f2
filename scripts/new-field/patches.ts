import {
  columnSetting,
  columnSettings,
  instrumentField,
  instrumentFieldNames,
  siteField,
  siteFieldNames,
} from '@plumbline/contract'

/** The new text field of instruments. */
export const NEW_TEXT = 'firmware_version'

/** The new setting of workspaces. */
export const NEW_SETTING = 'quality_contact'

/** The new text field of sites. */
export const NEW_SITE_TEXT = 'delivery_point'

/** The new text field of calibration points. */
export const NEW_POINT_TEXT = 'probe_position'

/** An edit to one file. */
export interface Edit {
  readonly path: string
  /** Returns the edited text. Throws if the file no longer contains what the edit expects. */
  readonly change: (text: string) => string
}

/** The manual edits for one more field. */
export interface Patch {
  readonly title: string
  /** Maximum number of edited files, including the test and generated files. */
  readonly filesMax: number
  readonly edits: readonly Edit[]
}

/**
 * The patch for one more optional text of instruments, which is searched and frozen by records.
 * @param migration path of its migration
 */
export function instrumentPatch(migration: string): Patch {
  const versions = instrumentFieldNames.map((name) => instrumentField(name).since ?? 1)
  const searched = instrumentFieldNames.filter((name) => {
    const field = instrumentField(name)
    return field.kind === 'text' && field.searched === true
  })
  const columns = [...searched, NEW_TEXT].map((name) => `'${name}'`)
  return {
    title: 'a text of instruments',
    filesMax: 8,
    edits: [
      declaring(
        'packages/contract/src/fields/instrument.ts',
        '} as const satisfies Readonly<Record<string, InstrumentField>>',
        `  ${NEW_TEXT}: {
    kind: 'text', shown: 'list', maxLength: 120, since: ${Math.max(...versions) + 1}, searched: true, frozen: true,
    description: 'Whom it belongs to.',
    section: 'measuring', inTable: 'chosen',
  },
`,
      ),
      {
        path: migration,
        change: () => `alter table instruments add column ${NEW_TEXT} text;
select search_instruments_by(${columns.join(', ')});
`,
      },
      naming('en', `instrumentField.${NEW_TEXT}`, 'Firmware version'),
      naming('de', `instrumentField.${NEW_TEXT}`, 'Firmware-Stand'),
    ],
  }
}

/**
 * The patch for one more setting of workspaces, which has an option of the command line.
 * @param migration path of its migration
 */
export function settingPatch(migration: string): Patch {
  const versions = columnSettings.map((name) => columnSetting(name).since ?? 1)
  return {
    title: 'a setting of workspaces',
    filesMax: 6,
    edits: [
      declaring(
        'packages/contract/src/fields/workspace.ts',
        '} as const satisfies Readonly<Record<string, WorkspaceSetting>>',
        `  ${NEW_SETTING}: {
    kind: 'text', maxLength: 120, kept: 'column', since: ${Math.max(...versions) + 1},
    option: { value: 'text', description: 'whom questions on quality go to' }, section: 'records',
  },
`,
      ),
      { path: migration, change: () => `alter table workspaces add column ${NEW_SETTING} text;\n` },
      naming('en', `workspaceField.${NEW_SETTING}`, 'Quality contact'),
      naming('de', `workspaceField.${NEW_SETTING}`, 'Ansprechperson für Qualität'),
    ],
  }
}

/**
 * The patch for one more optional text of sites.
 * @param migration path of its migration
 */
export function sitePatch(migration: string): Patch {
  const versions = siteFieldNames.map((name) => siteField(name).since ?? 1)
  return {
    title: 'a text of sites',
    filesMax: 6,
    edits: [
      declaring(
        'packages/contract/src/fields/site.ts',
        '} as const satisfies Readonly<Record<string, SiteField>>',
        `  ${NEW_SITE_TEXT}: { kind: 'text', shown: 'app', maxLength: 120, since: ${Math.max(...versions) + 1} },
`,
      ),
      { path: migration, change: () => `alter table sites add column ${NEW_SITE_TEXT} text;\n` },
      naming('en', `siteField.${NEW_SITE_TEXT}`, 'Delivery point'),
      naming('de', `siteField.${NEW_SITE_TEXT}`, 'Anlieferung'),
    ],
  }
}

/** The file with the example that has every member of a point, so that types report a missing one. */
export const POINT_EXAMPLE = 'packages/contract/src/public/measured-point.ts'

/**
 * The patch for one more optional text field of calibration points: its declaration, its example, and its preservation by
 * the correction form.
 */
export function pointPatch(): Patch & {
  readonly edits: readonly [declared: Edit, example: Edit, preserved: Edit]
} {
  return {
    title: 'a text of points',
    filesMax: 5,
    edits: [
      declaring(
        'packages/contract/src/fields/point.ts',
        "  as_found: { kind: 'phase', statedBy: 'request' },\n",
        `  ${NEW_POINT_TEXT}: {
    kind: 'text', statedBy: 'request', maxLength: 120, description: 'Position of the probe.',
  },
`,
      ),
      declaring(POINT_EXAMPLE, '  as_found: {\n', `  ${NEW_POINT_TEXT}: null,\n`),
      declaring(
        'apps/web/src/pages/calibrate/points/preserved-members.ts',
        ' accredited: true }',
        ` ${NEW_POINT_TEXT}: true,`,
      ),
    ],
  }
}

/** Adds an entry to a table, before the given text. */
function declaring(path: string, end: string, entry: string): Edit {
  return {
    path,
    change: (text) => {
      if (text.split(end).length !== 2) {
        throw new Error(`${path} has no single line "${end}": change the patch in scripts/new-field/`)
      }
      return text.replace(end, () => entry + end)
    },
  }
}

/** Adds a message of the application, sorted by key. */
function naming(language: string, key: string, words: string): Edit {
  const path = `apps/web/src/messages/${language}.json`
  return {
    path,
    change: (text) => {
      const texts = { ...(JSON.parse(text) as Record<string, unknown>), [key]: words }
      const ordered = Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1))
      return `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`
    },
  }
}
