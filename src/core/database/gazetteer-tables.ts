import type { PlaceKind } from '../model/gazetteer/named-place.ts'

/** Names of places from files of other projects. */
export interface GazetteerTables {
  gazetteer: GazetteerTable
  gazetteer_entry: GazetteerEntryTable
  gazetteer_name: GazetteerNameTable
}

interface GazetteerTable {
  id: number
  name: string
  /** Whom to credit wherever entries are shown. */
  credit: string
  /** Null until the file has been read to its end. */
  entries: number | null
  /** End of the lease of the command that adds it, in microseconds since the epoch; null if there is none. */
  adding_until: number | null
  added_at: number
}

interface GazetteerEntryTable {
  id: number
  gazetteer_id: number
  name: string
  kind: PlaceKind
  /** Of the middle. */
  latitude: number
  longitude: number
  west: number
  south: number
  east: number
  north: number
  /** 0 if it is unknown. */
  inhabitants: number
}

/** The end of a name from one of its words on. */
interface GazetteerNameTable {
  gazetteer_id: number
  words: string
  latitude: number
  entry_id: number
  /** Whether it is the whole name. */
  is_whole: 0 | 1
}
