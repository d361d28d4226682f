import type { BucketInspection } from '../../core/diagnosis/inspect-storage.ts'
import { createResults, type CheckResult } from './check-result.ts'

/** S3 rejects signatures that are more than 15 minutes apart from its own time. */
const MAX_CLOCK_SECONDS = 60

/** Presents what an inspection of the bucket found, with what to do about it. */
export function checkBucket(found: BucketInspection): CheckResult[] {
  return [checkOperations(found), checkClock(found), checkCors(found)]
}

function checkOperations({ url, failures }: BucketInspection): CheckResult {
  const { ok, error } = createResults('bucket')
  if (failures.length === 0)
    return ok(`Objects in ${url} can be stored, read, copied, listed and deleted.`)
  return error(
    `These operations in ${url} fail: ${failures.join(', ')}.`,
    'Check the CATALOG_STORAGE settings, the AWS credentials, and the permissions in docs/storage.md.',
  )
}

function checkClock({ preflight }: BucketInspection): CheckResult {
  const { ok, note, error } = createResults('bucket_clock')
  const seconds = preflight?.clockAheadSeconds ?? null
  if (seconds === null) return note('The time of the bucket is unknown.')
  if (Math.abs(seconds) <= MAX_CLOCK_SECONDS)
    return ok('This host and the bucket have the same time.')
  return error(
    `The clock of this host is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'slow' : 'fast'}, so upload URLs may not work.`,
    'Synchronize it, for example with systemd-timesyncd.',
  )
}

function checkCors({ preflight }: BucketInspection): CheckResult {
  const { ok, note, error } = createResults('bucket_cors')
  if (!preflight) {
    return error(
      'The address of upload URLs does not respond.',
      'Check CATALOG_STORAGE_ENDPOINT and CATALOG_UPLOAD_URL.',
    )
  }
  if (preflight.isAllowed) return ok('Web pages of all sites can upload to the bucket.')
  return note(
    'Web pages of other sites cannot upload to the bucket. The command line can.',
    'To allow it, set the CORS rule in docs/storage.md.',
  )
}
