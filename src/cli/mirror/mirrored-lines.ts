import type { Database } from 'better-sqlite3'
import type { PublicKind } from '../../core/model/public-kinds.ts'

export function count(db: Database, from: string): number {
  return db.prepare<[], number>(`select count(*) from ${from}`).pluck().get() ?? 0
}

/** A line of an image, and the members that the dump replaces. */
export interface ImageRow {
  json: string
  /** The file that the folder has, as JSON. */
  file: string | null
  /** The line of the license. */
  license: string | null
  /** Whether the catalog does not show the image that this one duplicates. */
  lacksOriginal: number
}

/** The lines of the dump in the state of a mirror. */
export function accessLines(db: Database) {
  // The lines are read in the order of their key.
  const SHOWN = `line cross join object on object.kind = line.kind and object.id = line.object
    and (object.kind, object.id) in shown`
  const isShown = (kind: PublicKind, id: string) =>
    `exists (select 1 from shown where shown.kind = '${kind}' and shown.id = ${id})`
  const named = db.prepare<[string], string>(
    `select json from named where type = ? and exists (
      select 1 from naming where naming.type = named.type and naming.id = named.id
        and ${isShown('image', 'naming.image')}) order by id`,
  )
  const others = db.prepare<[string], string>(
    `select json from ${SHOWN} where type = ?
    and (type <> 'subject_tag' or ${isShown('subject', 'line.other')})
    order by line.id, line.object, line.number`,
  )
  const images = db.prepare<[], ImageRow>(
    `select line.json, file.json as file, named.json as license,
      line.other is not null and not ${isShown('image', 'line.other')} as lacksOriginal
    from ${SHOWN} left join file on file.image = line.object
    left join naming on naming.image = line.object and naming.type = 'license'
    left join named on named.type = 'license' and named.id = naming.id
    where line.type = 'image' order by line.id, line.object, line.number`,
  )
  return {
    listNamed: (type: string) => named.pluck().iterate(type),
    listLines: (type: string) => others.pluck().iterate(type),
    listImages: () => images.iterate(),
  }
}
