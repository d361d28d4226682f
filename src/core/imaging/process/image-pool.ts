import { CatalogError } from '../../base/errors.ts'
import type { DerivedPictures } from '../derivatives.ts'
import { PictureError } from '../picture-error.ts'
import type { ProbedPicture } from '../probe.ts'
import type { RenderInput } from '../render.ts'
import type { SourceInput } from '../source-picture.ts'
import type { MadeTiles } from '../tiles.ts'
import {
  MAX_WAITING_RENDERS,
  MAX_WAITING_RENDERS_PER_CLIENT,
  PROBE_PROCESSES,
  PROBE_SECONDS,
  RENDER_SECONDS,
  RENDER_WAIT_SECONDS,
  RESERVED_RENDERS,
} from '../../base/limits.ts'
import { listContentTypes } from '../../model/picture-format.ts'
import { ChildPool, type ChildPoolOptions } from './child-pool.ts'
import { ClientPools } from './client-pools.ts'
import { findHostPrograms } from '../../processes/host-programs.ts'

export interface ImagePoolOptions extends Pick<
  ChildPoolOptions,
  'memoryBytes' | 'idleMs' | 'tasksPerChild' | 'log'
> {
  /** Number of concurrent derivations. */
  workers: number
  /** A derivation that takes longer is killed. Time in the queue does not count. */
  timeoutMs: number
  /** Like `timeoutMs`, for probes and renders; defaults in `limits.ts`. */
  probeTimeoutMs?: number
  renderTimeoutMs?: number
  /** Width × height beyond which a picture is refused. */
  maxPixels: number
  /** Replaces limits of the renders that wait. */
  renders?: { waiting?: number; waitingPerClient?: number; waitSeconds?: number }
}

/** Every method throws PictureError, or the signal's reason if it is aborted. */
export interface ImagePool extends AsyncDisposable {
  /** The content types that the host's programs can read, as found at the start. */
  readonly accepted: readonly string[]
  /**
   * Checks type, size and header of a file. Probes have children of their own, since a client waits for them.
   * @param client identifies the user; users take turns, and those whose probes have cost much lately have children of
   * their own
   */
  probe(
    path: string,
    announcedContentType: string,
    client: string,
    signal?: AbortSignal,
  ): Promise<ProbedPicture>
  /** Writes the derived files into an existing directory; after a failure it may hold part of them. */
  derive(input: PoolInput, signal?: AbortSignal): Promise<DerivedPictures>
  /** Writes the file of tiles into an existing directory. */
  tile(input: PoolInput, signal?: AbortSignal): Promise<MadeTiles>
  /**
   * Renders an image from stored tiles. Renders have children of their own, since a client waits for them. A running one
   * may continue for a moment after it was aborted.
   * @param client identifies the client; clients take turns, a few children are reserved for clients without a running
   * render, and those that have rendered much lately have children of their own
   * @throws CatalogError kind `busy`, if too many wait or if it waited too long
   */
  render(input: RenderInput, client: string, signal?: AbortSignal): Promise<Uint8Array>
}

/** The pool adds the limits. */
type PoolInput = Omit<SourceInput, 'maxPixels' | 'accepted' | 'memoryBytes'>

/** The client of all derivations. The queue of jobs decides about their order. */
const JOBS = 'jobs'

/** Recent processor time above which a client is heavy. It approaches this at a third of a processor. */
const HEAVY_RENDERS_MS = 5000

/** Lower, because a probe takes milliseconds: an import with ten files a second does not reach it. */
const HEAVY_PROBES_MS = 2000
const EXPECTED_PROBE_MS = 10

/** When to retry a render that was refused because too many waited. */
const BUSY_SECONDS = 5

/** Starts no process yet: children start when there is work, and end when they are idle. */
export function startImagePool(options: ImagePoolOptions): ImagePool {
  const { workers } = options
  const shared = selectShared(options)
  const probes = new ClientPools({
    ...shared,
    slots: { running: PROBE_PROCESSES, explainExcess: busy },
    timeoutMs: options.probeTimeoutMs ?? PROBE_SECONDS * 1000,
    explainTimeout: probeTimedOut,
    priority: 'normal',
    heavy: { aboveMs: HEAVY_PROBES_MS, priority: 'background', reserved: 0 },
  })
  const derivations = new ChildPool({
    ...shared,
    slots: { running: workers, runningPerClient: workers, explainExcess: busy },
    timeoutMs: options.timeoutMs,
    explainTimeout: timedOut,
    priority: 'background',
  })
  const renders = createRenderPools(options)
  const accepted = listContentTypes(findHostPrograms())
  const limits = { maxPixels: options.maxPixels, accepted }
  const addLimits = (input: PoolInput): SourceInput => ({
    ...input,
    ...limits,
    memoryBytes: derivations.memoryBytes,
  })
  return {
    accepted,
    probe: (path, contentType, client, signal) =>
      probes.submit(
        { name: 'probe', input: { path, contentType, ...limits } },
        { client, expectedMs: EXPECTED_PROBE_MS },
        signal,
      ),
    derive: (input, signal) =>
      derivations.submit({ name: 'derive', input: addLimits(input) }, JOBS, signal),
    tile: (input, signal) =>
      derivations.submit({ name: 'tile', input: addLimits(input) }, JOBS, signal),
    render: (input, client, signal) =>
      renders.submit(
        { name: 'render', input },
        { client, expectedMs: estimateRender(input) },
        signal,
      ),
    async [Symbol.asyncDispose]() {
      await Promise.all([probes.close(), derivations.close(), renders.close()])
    },
  }
}

function createRenderPools(options: ImagePoolOptions): ClientPools {
  const { workers } = options
  return new ClientPools({
    ...selectShared(options),
    slots: {
      running: workers,
      runningPerClient: workers,
      reserved: RESERVED_RENDERS,
      waiting: MAX_WAITING_RENDERS,
      waitingPerClient: MAX_WAITING_RENDERS_PER_CLIENT,
      waitSeconds: RENDER_WAIT_SECONDS,
      explainExcess: busy,
      ...options.renders,
    },
    timeoutMs: options.renderTimeoutMs ?? RENDER_SECONDS * 1000,
    explainTimeout: timedOut,
    priority: 'interactive',
    heavy: { aboveMs: HEAVY_RENDERS_MS, priority: 'lowest', reserved: 1 },
  })
}

function selectShared({ memoryBytes, idleMs, tasksPerChild, log }: ImagePoolOptions) {
  return { memoryBytes, idleMs, tasksPerChild, log }
}

/** Estimates the milliseconds of a render. A PNG takes longer, other images of less than a megapixel less. */
function estimateRender({ plan }: RenderInput): number {
  const { width, height } = plan.size
  return 20 + Math.round((width * height) / 10_000)
}

function timedOut(timeoutMs: number): PictureError {
  const message = `Processing the picture took longer than ${timeoutMs / 1000} seconds and was canceled.`
  return new PictureError('timeout', message)
}

function probeTimedOut(timeoutMs: number): PictureError {
  const message = `The header of the file could not be read within ${timeoutMs / 1000} seconds. Save the picture again without metadata, and upload that file.`
  return new PictureError('timeout', message)
}

function busy(): CatalogError {
  return new CatalogError('busy', ['rendering_busy', BUSY_SECONDS], {
    code: 'rendering_busy',
    retryAfterSeconds: BUSY_SECONDS,
    capacity: 'renders',
  })
}
