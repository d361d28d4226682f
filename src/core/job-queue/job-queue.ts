/** The running job queue. Disposing of it stops the jobs. */
export interface JobQueue extends AsyncDisposable {
  /** Checks for due jobs now instead of at the next poll. */
  wake(): void
  /** Resolves when no job is due and none is running. A job that waits for its retry is not due. */
  drain(): Promise<void>
}
