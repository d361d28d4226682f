import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { EndedRun } from '../../core/jobs/runner.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { registerGauges, type GaugedServices } from './gauges.ts'
import { measureReplica } from './measure-replica.ts'

/** Prometheus metrics of the server. Labels have few values: routes by pattern, never paths. */
export interface Metrics {
  readonly registry: Registry
  readonly countRequest: (request: MeasuredRequest) => void
  readonly countJob: (run: EndedRun) => void
}

export interface MeasuredRequest {
  method: string
  /** The pattern of the path, `none` if no route matched. */
  route: string
  status: number
  seconds: number
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]

/** Other methods count as one, because clients invent them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The parts of a catalog that the metrics read. */
export type MeasuredServices = GaugedServices & Pick<Catalog, 'replica'>

export function createMetrics(catalog: MeasuredServices): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  registerGauges(registry, catalog)
  if (catalog.replica) measureReplica(registry, catalog.replica)
  const requests = new Histogram({
    name: 'catalog_http_request_duration_seconds',
    help: 'Time until the response was ready to be sent, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'catalog_job_duration_seconds',
    help: 'Duration of the runs of jobs, by kind',
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
    registers,
  })
  const outcomes = new Counter({
    name: 'catalog_job_runs_total',
    help: 'Runs of jobs, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  return {
    registry,
    countRequest({ method, route, status, seconds }) {
      const known = METHODS.has(method) ? method : 'other'
      requests.observe({ method: known, route, status }, seconds)
    },
    countJob({ kind, disposition, ms }) {
      jobs.observe({ kind }, ms / 1000)
      outcomes.inc({ kind, outcome: disposition })
    },
  }
}
