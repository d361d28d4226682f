import { sql, type Kysely } from 'kysely'
import { CatalogError } from '../../base/errors.ts'
import type { Tables } from '../tables.ts'
import { lacksPrivilege } from './errors.ts'

/** An extension of PostgreSQL. */
export interface Extension {
  name: string
  /** The Debian package that contains it. */
  package: (version: number) => string
  /** Whether the owner of a database may create it; otherwise, only a superuser may. */
  isTrusted: boolean
  /** The first version that suffices; any by default. */
  since?: string
}

/** An extension of a database. */
export interface ExtensionState {
  /** Major version of PostgreSQL: 15. */
  server: number
  database: string
  user: string
  /** The version in the database; null if it was not created there. */
  created: string | null
  /** The version that the server has; null if it is not installed. */
  installed: string | null
  /** Whether the version in the database suffices. */
  suffices: boolean
}

/**
 * Creates an extension in the database unless it is there.
 * @throws CatalogError kind `unavailable` that says how to install it, if it is not installed, may not be created, or is
 *   too old
 */
export async function createExtension(db: Kysely<Tables>, extension: Extension): Promise<void> {
  const before = await readExtension(db, extension)
  if (before.created !== null) return requireVersion(extension, before)
  if (before.installed === null) throw notInstalled(extension, before)
  try {
    await sql`create extension if not exists ${sql.ref(extension.name)}`.execute(db)
  } catch (error) {
    throw lacksPrivilege(error) ? notAllowed(extension, before, error) : error
  }
  requireVersion(extension, await readExtension(db, extension))
}

/** Reads which version of an extension a database has. */
export async function readExtension(
  db: Kysely<Tables>,
  { name, since = '0' }: Extension,
): Promise<ExtensionState> {
  const { rows } = await sql<ExtensionState>`
    select *, string_to_array(created, '.')::integer[] >= string_to_array(${since}, '.')::integer[] as suffices
    from (
      select current_setting('server_version_num')::integer / 10000 as server,
        current_database() as database, current_user as user,
        (select extversion from pg_extension where extname = ${name}) as created,
        (select default_version from pg_available_extensions where name = ${name}) as installed
    ) as extension`.execute(db)
  const [state] = rows
  if (!state) throw new Error('PostgreSQL did not describe itself.')
  return state
}

function requireVersion(extension: Extension, state: ExtensionState): void {
  if (extension.since !== undefined && !state.suffices) throw tooOld(extension, state)
}

export function notInstalled(extension: Extension, { server }: ExtensionState): CatalogError {
  return new CatalogError(
    'unavailable',
    `PostgreSQL ${server} lacks the extension ${extension.name}.`,
    {
      hint: `Install it where PostgreSQL runs. On Debian: apt install ${extension.package(server)}`,
    },
  )
}

export function tooOld({ name, since }: Extension, state: ExtensionState): CatalogError {
  const { created, database, installed } = state
  const update = `alter extension ${name} update;`
  return new CatalogError(
    'unavailable',
    `The extension ${name} of the database ${database} has version ${created}; ${since} or later is needed.`,
    {
      hint:
        created === installed
          ? `Install a later version where PostgreSQL runs. Then a superuser can, in that database: ${update}`
          : `A superuser can, in that database: ${update}`,
    },
  )
}

/** Creates the error of an extension that is installed, but not in the database. */
export function notCreated(extension: Extension, { database }: ExtensionState): CatalogError {
  return new CatalogError(
    'unavailable',
    `The database ${database} lacks the extension ${extension.name}.`,
    { hint: explainCreation(extension) },
  )
}

function notAllowed(
  extension: Extension,
  { database, user }: ExtensionState,
  cause: unknown,
): CatalogError {
  return new CatalogError(
    'unavailable',
    `The database user ${user} may not create the extension ${extension.name} in the database ${database}.`,
    { hint: explainCreation(extension), cause },
  )
}

function explainCreation({ name, isTrusted }: Extension): string {
  const allowed = isTrusted ? 'The owner of the database or a superuser' : 'A superuser'
  return `${allowed} can, in that database: create extension ${name};`
}
