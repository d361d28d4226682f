/** The first match counts: most browsers also name the browsers that they derive from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns the browser and system, such as `Firefox on Linux`: enough for users to recognize their own session.
 * Nothing else of the User-Agent is stored.
 */
export function parseBrowserFamily(userAgent: string | undefined): string {
  const browser = findFirstMatch(BROWSERS, userAgent) ?? 'A browser'
  const system = findFirstMatch(SYSTEMS, userAgent)
  return system === undefined ? browser : `${browser} on ${system}`
}

function findFirstMatch(known: [RegExp, string][], userAgent = ''): string | undefined {
  // Long enough for real browsers. The limit bounds the time of the patterns.
  const text = userAgent.slice(0, 500)
  return known.find(([pattern]) => pattern.test(text))?.[1]
}
