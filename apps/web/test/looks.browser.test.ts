import { describe, test } from 'node:test'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { lookAtPage, startBrowserTests } from './browser.ts'
import { drifting, registerOf } from './sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
await lab.site('Leipzig')
await registerOf(lab)
const instrumentId = await drifting(lab)
const manager = await signInAs(tests.app, lab, 'manager')

describe('every page is free of barriers and its targets fit a finger', () => {
  test('sign-in', () => lookAtPage(tests, null, '/sign-in', 'sign-in'))
  test('my account', () => lookAtPage(tests, manager, '/account', 'account'))
  test('instruments', () => lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'instruments'))
  test('instruments, nothing found', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments?q=nowhere`, 'instruments-nothing'))
  test('new instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/new`, 'instrument-new', async (page) => {
      await page.getByRole('button', { name: 'Create instrument' }).click()
    }))
  test('edit instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/${instrumentId}/edit`, 'instrument-edit'))
  test('instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/${instrumentId}`, 'instrument'))
  test('retiring', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}`,
      'instrument-retire',
      async (page) => {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: 'Retire instrument' }).click()
        await page.getByRole('dialog').getByLabel('Reason').waitFor()
        await page.getByRole('menu').waitFor({ state: 'hidden' })
      },
    ))
  test('search over everything', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'search', async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('tag')
      await page.getByRole('dialog').getByRole('option', { name: 'TAG-001' }).waitFor()
    }))
  test('nothing under this address', () => lookAtPage(tests, manager, `/w/${lab.id}/nowhere`, 'not-found'))
})
