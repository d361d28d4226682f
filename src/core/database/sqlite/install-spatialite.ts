/** Instructions to install SpatiaLite on this system, for the setup script and `catalog doctor`. */

export interface System {
  /** `process.platform`. */
  platform: NodeJS.Platform
  /** Content of /etc/os-release; empty if there is no such file. */
  osRelease: string
}

const DEBIAN_PACKAGE = 'libsqlite3-mod-spatialite'

/** Whether packages are installed with apt-get. */
export function isDebianFamily({ osRelease }: System): boolean {
  return parseFamilies(osRelease).some((id) => id === 'debian' || id === 'ubuntu')
}

/** Returns the command that installs SpatiaLite, or instructions where there is none. */
export function getInstallCommand(system: System): string {
  const ids = parseFamilies(system.osRelease)
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

/** Lists the commands that install SpatiaLite with apt-get. Without package lists, they are fetched first. */
export function listAptCommands(haveLists: boolean): string[][] {
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', DEBIAN_PACKAGE]
  return haveLists ? [install] : [['apt-get', 'update'], install]
}

function parseFamilies(osRelease: string): string[] {
  return [...osRelease.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)].flatMap(([, value = '']) =>
    value.replaceAll('"', '').split(/\s+/),
  )
}
