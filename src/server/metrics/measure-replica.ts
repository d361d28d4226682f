import { Counter, Gauge, type Registry } from 'prom-client'
import type { Replica } from '../../core/database/store.ts'

/** Registers whether the replica of the database answers, and how far it lags behind. */
export function measureReplica(registry: Registry, replica: Replica): void {
  const registers = [registry]
  const up: Gauge = new Gauge({
    name: 'catalog_replica_up',
    help: 'Whether the replica of the database answers reads (1), or the primary (0)',
    registers,
    collect: () => up.set(Number(replica.canAnswer())),
  })
  const lag: Gauge = new Gauge({
    name: 'catalog_replica_lag_seconds',
    help: 'How far the replica of the database lags behind; NaN if that is unknown',
    registers,
    collect: () => lag.set(replica.lagSeconds() ?? NaN),
  })
  const failures: Counter = new Counter({
    name: 'catalog_replica_failed_reads_total',
    help: 'Requests that failed on the replica of the database, and that the primary answered',
    registers,
    collect() {
      failures.reset()
      failures.inc(replica.failedReads())
    },
  })
}
