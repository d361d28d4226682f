import type { SigningKeys } from '../auth/signing-keys.ts'
import type { Clock } from '../base/clock.ts'
import type { Config, Secrets } from '../config/config.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import type { RequestTimes } from '../database/request-times.ts'
import type { Replica, Store } from '../database/store.ts'
import type { Geocoder } from '../integrations/geocoder.ts'
import type { KnowledgeBase } from '../integrations/knowledge-base.ts'
import type { OsmSignIn } from '../integrations/osm.ts'
import type { JobQueue } from '../job-queue/job-queue.ts'
import type { Lists } from '../queries/lists/lists.ts'
import type { Logger } from '../base/log.ts'
import type { ContributionLimits } from '../auth/limits/contribution-limits.ts'
import type { AddressLimits } from '../auth/limits/address-limits.ts'
import type { InViewSearch } from '../queries/searches/in-view-search.ts'
import type { Embedders } from '../embedding/process/embedders.ts'
import type { ImagePool } from '../imaging/process/image-pool.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { SemanticSearch } from '../queries/searches/semantic-search.ts'
import type { TextSearch } from '../queries/searches/text-search.ts'
import type { PlacedSearch } from '../resident/text/placed-search.ts'
import type { TileFiles } from '../storage/tile-files.ts'

/** An open catalog. Functions of core take only the parts that they use, never the whole. */
export interface Catalog extends AsyncDisposable {
  readonly config: Config
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Logger
  /** Address of the database, for threads that open it. */
  readonly address: DatabaseAddress
  readonly reads: Store['reads']
  /** Answers reads that may lag; null if there is only the database itself. */
  readonly replica: (Replica & { readonly lists: Lists }) | null
  readonly lists: Lists
  readonly inView: InViewSearch
  readonly textSearch: TextSearch
  readonly placedSearch: PlacedSearch
  readonly semanticSearch: SemanticSearch
  readonly readVersion: Store['readVersion']
  readonly write: Store['write']
  readonly writeDeferred: Store['writeDeferred']
  readonly snapshot: Store['snapshot']
  /** Counts requests to all nodes together; null if there is only this process. */
  readonly requestTimes: RequestTimes | null
  readonly contributionLimits: ContributionLimits
  readonly addressLimits: AddressLimits
  readonly storage: ObjectStore
  readonly tiles: TileFiles
  /** Decodes images, in processes that start on first use. */
  readonly images: ImagePool
  /** Computes embeddings, in processes that start on first use. */
  readonly embedders: Embedders
  /** The running job queue; null if the catalog is open but not served. */
  readonly jobs: JobQueue | null
  /** Keys that sign upload URLs and other signed values. */
  readonly signingKeys: SigningKeys
  readonly knowledgeBase: KnowledgeBase
  /** Null if none is configured. */
  readonly geocoder: Geocoder | null
  /** Sign-in with OpenStreetMap; null if it is not configured. */
  readonly osm: OsmSignIn | null
}

/** A catalog whose job queue is running. */
export type ServedCatalog = Catalog & { readonly jobs: JobQueue }
