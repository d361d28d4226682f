import { platform } from 'node:os'

/**
 * Leaves it to the parent when this process ends. It ignores the signals of Ctrl-C and of a service manager's stop, which
 * reach it too, and ends when the parent does, however the parent ends.
 */
export function endWithParent(): void {
  process.on('disconnect', killSelf)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

/**
 * Does not call `process.exit`, which waits for a running decoder. Kills the process group, which includes a host
 * program that may be running.
 */
function killSelf(): void {
  process.kill(platform() === 'win32' ? process.pid : -process.pid, 'SIGKILL')
}
