import { expect, test } from 'vitest'
import {
  listAptCommands,
  getInstallCommand,
  isDebianFamily,
} from '../../../../../src/core/database/sqlite/install-spatialite.ts'

const linux = (osRelease: string) => ({ platform: 'linux' as const, osRelease })

test.each([
  ['Debian', linux('NAME="Debian"\nID=debian\n'), 'sudo apt-get install libsqlite3-mod-spatialite'],
  [
    'Mint',
    linux('ID=linuxmint\nID_LIKE="ubuntu debian"\n'),
    'sudo apt-get install libsqlite3-mod-spatialite',
  ],
  ['Fedora', linux('ID=fedora\n'), 'sudo dnf install libspatialite'],
  ['Rocky', linux('ID="rocky"\nID_LIKE="rhel centos fedora"\n'), 'sudo dnf install libspatialite'],
  ['Arch', linux('ID=arch\n'), 'sudo pacman -S libspatialite'],
  ['macOS', { platform: 'darwin' as const, osRelease: '' }, 'brew install libspatialite'],
])('suggests to %s users: %s', (_name, system, line) => {
  expect(getInstallCommand(system)).toBe(line)
})

test('tells Windows users where to download it and which variable to set', () => {
  const line = getInstallCommand({ platform: 'win32', osRelease: '' })
  expect(line).toContain('CATALOG_SPATIALITE')
})

test('suggests apt-get only for the Debian family', () => {
  expect(isDebianFamily(linux('ID=ubuntu\nID_LIKE=debian\n'))).toBe(true)
  expect(isDebianFamily(linux('ID=fedora\n'))).toBe(false)
})

test('suggests to fetch package lists if there are none', () => {
  expect(listAptCommands(false).map((command) => command[1])).toEqual(['update', 'install'])
  expect(listAptCommands(true).map((command) => command[1])).toEqual(['install'])
})
