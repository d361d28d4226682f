import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createGroupCommit } from '../../../../../src/cli/import/journal/group-commit.ts'

function openList() {
  const db = new Database(':memory:')
  db.exec('create table list (id integer primary key, word text not null)')
  const insert = db.prepare('insert into list (word) values (?)')
  const words = () => db.prepare('select word from list order by id').pluck().all()
  return { db, words, add: (word: string | null) => () => void insert.run(word) }
}

test('what cannot be written is told to all who wait, and nothing is written after it', async () => {
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

test('all that is asked for is written in its order, what is not urgent along with what is', async () => {
  const { db, words, add } = openList()
  const group = createGroupCommit(db)
  const first = group.writeDeferred(add('a'))
  await group.write(add('b'))
  expect(words()).toEqual(['a', 'b'])
  await first
  await group.writeDeferred(add('c'))
  expect(words()).toEqual(['a', 'b', 'c'])
})

test('settling leaves nothing to write', async () => {
  const { db, words, add } = openList()
  const group = createGroupCommit(db)
  const all = [group.writeDeferred(add('a')), group.write(add('b'))]
  group.flush()
  expect(words()).toEqual(['a', 'b'])
  await Promise.all(all)
  group.flush()
  expect(words()).toEqual(['a', 'b'])
})
