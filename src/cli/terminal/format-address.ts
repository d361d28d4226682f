const UNSPECIFIED: readonly string[] = ['0.0.0.0', '::', '[::]']

/** Whether a server that listens on this host does so on all addresses of the computer. */
export function isUnspecified(host: string): boolean {
  return UNSPECIFIED.includes(host)
}

/** `127.0.0.1:8000`, `[::1]:8000` */
export function formatAddress(host: string, port: number): string {
  const isBareIPv6 = host.includes(':') && !host.startsWith('[')
  return `${isBareIPv6 ? `[${host}]` : host}:${port}`
}
