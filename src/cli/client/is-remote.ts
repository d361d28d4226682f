/** Whether this is an SSH session, or a computer without a graphical display. */
export function isRemote(env: NodeJS.ProcessEnv): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return true
  const graphical = process.platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY
  return !graphical && !env.BROWSER
}
