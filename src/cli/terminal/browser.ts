import open from 'open'

/**
 * Opens the address in the browser that BROWSER names, or else in the system's default browser.
 * @returns false on failure
 */
export async function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    const child = await open(url, env.BROWSER ? { app: { name: env.BROWSER } } : {})
    child.on('error', () => {})
    return true
  } catch {
    return false
  }
}
