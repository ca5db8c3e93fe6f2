import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Notification, NotificationList } from '@plumbline/contract'
import { withLatest, type ListedNotifications } from './joined-notifications.ts'

/** A page of notifications, by their numbers; those below zero are read. */
const page = (numbers: readonly number[], hasMore: boolean): NotificationList => ({
  data: numbers.map(
    (number) =>
      ({
        id: `id-${Math.abs(number)}`,
        read_at: number < 0 ? '2026-11-21T04:56:39.123Z' : null,
      }) as Notification,
  ),
  unread: 0,
  pagination: { limit: 3, offset: 0, total: 9, has_more: hasMore },
})
const listed = (...pages: NotificationList[]): ListedNotifications => ({
  pages,
  pageParams: pages.map(() => undefined),
})
const numbers = (list: ListedNotifications | undefined) =>
  list?.pages.map(({ data }) => data.map(({ id, read_at: at }) => Number(id.slice(3)) * (at ? -1 : 1)))

describe('the latest notifications', () => {
  const two = listed(page([7, 6, 5], true), page([4, 3, 2], true))

  test('precede those listed, each once and without a gap', () => {
    assert.deepEqual(numbers(withLatest(two, page([9, 8, 7], true), false)), [
      [9, 8, 7, 6, 5],
      [4, 3, 2],
    ])
    assert.deepEqual(numbers(withLatest(two, page([8, -7, -6], true), false)), [
      [8, -7, -6, 5],
      [4, 3, 2],
    ])
  })

  test('omit those read elsewhere if only unread ones are listed', () => {
    assert.deepEqual(numbers(withLatest(two, page([8, -7, 6], true), true)), [
      [8, 6, 5],
      [4, 3, 2],
    ])
  })

  test('are the whole list if there are no others', () => {
    assert.deepEqual(numbers(withLatest(listed(page([2, 1], false)), page([3, 2], false), false)), [[3, 2]])
    assert.deepEqual(numbers(withLatest(listed(page([], false)), page([1], false), false)), [[1]])
  })

  test('have the list read again where some may lie between, or where the last row is gone', () => {
    assert.equal(withLatest(two, page([12, 11, 10], true), false), undefined)
    assert.equal(withLatest(listed(page([7, 6, 5], true)), page([-7, -6, -5], true), true), undefined)
  })
})
