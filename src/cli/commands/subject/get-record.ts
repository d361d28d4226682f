import { subjectRecord, type SubjectRecord } from '../../../core/contract/subject-record.ts'
import type { ResourceApi } from '../../client/api.ts'

/** Reads a subject by id, slug or Wikidata item, also one without images. */
export async function getRecord(api: ResourceApi, named: string): Promise<SubjectRecord> {
  return api.get(`/api/v2/subject-records/${encodeURIComponent(named)}/`, subjectRecord)
}

/** The same for several, each once, in the given order. */
export async function getRecords(
  api: ResourceApi,
  names: readonly string[],
): Promise<SubjectRecord[]> {
  const records = new Map<number, SubjectRecord>()
  for (const name of names) {
    const record = await getRecord(api, name)
    records.set(record.id, record)
  }
  return [...records.values()]
}
