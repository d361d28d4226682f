/** How to get SpatiaLite on this system; the same words for the set-up and for `catalog doctor`. */

export interface System {
  /** `process.platform`. */
  platform: NodeJS.Platform
  /** Text of /etc/os-release, empty where there is none. */
  osRelease: string
}

const DEBIAN_PACKAGE = 'libsqlite3-mod-spatialite'

/** Whether apt-get is the way here. */
export function isDebianFamily({ osRelease }: System): boolean {
  return families(osRelease).some((id) => id === 'debian' || id === 'ubuntu')
}

/** The line to type, or where to look. */
export function installLine(system: System): string {
  const ids = families(system.osRelease)
  if (system.platform === 'darwin') return 'brew install libspatialite'
  if (system.platform === 'win32') {
    return 'download mod_spatialite from https://www.gaia-gis.it/gaia-sins/ and set CATALOG_SPATIALITE to its path'
  }
  if (isDebianFamily(system)) return `sudo apt-get install ${DEBIAN_PACKAGE}`
  if (ids.includes('fedora') || ids.includes('rhel')) return 'sudo dnf install libspatialite'
  if (ids.includes('arch')) return 'sudo pacman -S libspatialite'
  if (ids.includes('alpine')) return 'apk add libspatialite'
  return 'install SpatiaLite (mod_spatialite) with your package manager'
}

/** What apt-get is asked to do, one command a line; the lists are fetched first where there are none. */
export function aptCommands(haveLists: boolean): string[][] {
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', DEBIAN_PACKAGE]
  return haveLists ? [install] : [['apt-get', 'update'], install]
}

function families(osRelease: string): string[] {
  return [...osRelease.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)].flatMap(([, value = '']) =>
    value.replaceAll('"', '').split(/\s+/),
  )
}
