import type { Tx } from '../../db/store.ts'
import {
  releaseKey,
  type BegunRequest,
  type HeldKey,
} from '../../idempotency/idempotent-request.ts'
import type { Services } from '../../services.ts'
import { abandonUpload, type ClaimedUpload } from './claimed-upload.ts'

type ReleasingServices = Pick<Services, 'log' | 'reads' | 'storage' | 'writeDeferred'>

/** What a request holds until it ends. */
export interface Claim {
  heldKey: HeldKey
  upload: ClaimedUpload
}

/** Either the result of an earlier request with the same key, or what this request holds now. */
type BegunUpload<Result> = Extract<BegunRequest<Result>, { replay: unknown }> | Claim

/**
 * Claims an upload in a transaction. If that fails, the claim may be stored nevertheless, because the connection was
 * lost during the commit. So it is released, as soon as the database is available, and the request can be repeated.
 * @param claim the work of the transaction
 */
export async function claimUpload<Result>(
  catalog: ReleasingServices & Pick<Services, 'write'>,
  claim: (tx: Tx) => Promise<BegunUpload<Result>>,
): Promise<BegunUpload<Result>> {
  const made: Claim[] = []
  try {
    return await catalog.write(async (tx) => {
      const begun = await claim(tx)
      if ('upload' in begun) made.push(begun)
      return begun
    })
  } catch (error) {
    for (const unknown of made) await releaseClaim(catalog, unknown)
    throw error
  }
}

/** Releases what a request holds that failed and changed nothing, so that it can be repeated. */
export async function releaseClaim(
  catalog: ReleasingServices,
  { heldKey, upload }: Claim,
): Promise<void> {
  await abandonUpload(catalog, upload)
  await releaseKey(catalog, heldKey)
}
