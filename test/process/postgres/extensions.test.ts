import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../src/core/database/postgres/connect.ts'
import { createExtension } from '../../../src/core/database/postgres/extension.ts'
import { openStore } from '../../../src/core/database/postgres/open-store.ts'
import { openTrigramSearch } from '../../../src/core/database/postgres/text/trigram-search.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'

describe.skipIf(postgresIsMissing('postgis') || postgresIsMissing('pg_trgm'))(
  'extensions of PostgreSQL',
  () => {
    let postgres: Postgres

    beforeAll(async () => {
      postgres = await startPostgres('postgis')
      await postgres.query('create role plain login')
    })

    afterAll(() => postgres[Symbol.asyncDispose]())

    const asPlainUser = (url: string) => url.replace('//postgres@', '//plain@')
    const nameOf = (url: string) => new URL(url).pathname.slice(1)

    test('the owner of a database may not create postgis', async () => {
      const url = await postgres.createDatabase()
      const name = nameOf(url)
      await postgres.query(`alter database ${name} owner to plain`)
      await expect(openStore({ url: asPlainUser(url) })).rejects.toMatchObject({
        kind: 'unavailable',
        message: `The database user plain may not create the extension postgis in the database ${name}.`,
        details: { hint: 'A superuser can, in that database: create extension postgis;' },
      })
    })

    test('an extension that is there needs no rights', async () => {
      const url = await postgres.createDatabase()
      await using _store = await openStore({ url })
      await using _search = await openTrigramSearch(url)
      const db = connect(asPlainUser(url), 1)
      await createExtension(db, { name: 'pg_trgm', package: String, isTrusted: true })
      await db.destroy()
    })

    test('a user without rights may not create pg_trgm', async () => {
      const url = await postgres.createDatabase()
      await using _store = await openStore({ url })
      await expect(openTrigramSearch(asPlainUser(url))).rejects.toMatchObject({
        kind: 'unavailable',
        details: {
          hint: 'The owner of the database or a superuser can, in that database: create extension pg_trgm;',
        },
      })
    })

    test('names the package of an extension that is not installed', async () => {
      const db = connect(await postgres.createDatabase(), 1)
      const missing = {
        name: 'imaginary',
        package: (version: number) => `postgresql-${version}-imaginary`,
        isTrusted: false,
      }
      await expect(createExtension(db, missing)).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'PostgreSQL 15 lacks the extension imaginary.',
        details: {
          hint: 'Install it where PostgreSQL runs. On Debian: apt install postgresql-15-imaginary',
        },
      })
      await db.destroy()
    })
  },
)
