import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createGroupCommit } from '../../../../../src/cli/import/journal/journal-group-commit.ts'

function openList() {
  const db = new Database(':memory:')
  db.exec('create table list (id integer primary key, word text not null)')
  const insert = db.prepare('insert into list (word) values (?)')
  const words = () => db.prepare('select word from list order by id').pluck().all()
  return { db, words, add: (word: string | null) => () => void insert.run(word) }
}

test('rejects all waiting writes if a write fails, and all later ones', async () => {
  const { db, words, add } = openList()
  const group = createGroupCommit(db)
  const together = [group.write(add('a')), group.writeDeferred(add(null))]
  for (const one of together) {
    await expect(one).rejects.toMatchObject({
      kind: 'busy',
      details: { code: 'journal.unwritable' },
    })
  }
  await expect(group.write(add('b'))).rejects.toThrow('The import stopped')
  expect(() => group.flush()).toThrow('The import stopped')
  expect(words()).toEqual([])
})

test('writes in order, and includes deferred writes in the next urgent one', async () => {
  const { db, words, add } = openList()
  const group = createGroupCommit(db)
  const first = group.writeDeferred(add('a'))
  await group.write(add('b'))
  expect(words()).toEqual(['a', 'b'])
  await first
  await group.writeDeferred(add('c'))
  expect(words()).toEqual(['a', 'b', 'c'])
})

test('flush writes everything that is pending', async () => {
  const { db, words, add } = openList()
  const group = createGroupCommit(db)
  const all = [group.writeDeferred(add('a')), group.write(add('b'))]
  group.flush()
  expect(words()).toEqual(['a', 'b'])
  await Promise.all(all)
  group.flush()
  expect(words()).toEqual(['a', 'b'])
})
