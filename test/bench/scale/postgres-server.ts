import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the databases are kept for the next run. */
export const FOLDER = join(tmpdir(), 'catalog-bench-postgres')

/** A small server, with the durability and the planner of a real one. */
export const SERVER_SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  fsync: 'on',
  autovacuum: 'on',
  jit: 'on',
  log_line_prefix: '',
  max_parallel_workers_per_gather: '2',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}
