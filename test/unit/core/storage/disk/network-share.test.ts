import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { findNetworkShare } from '../../../../../src/core/storage/disk/network-share.ts'

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux).each([
  [0x69_69, 'NFS'],
  [0xff_53_4d_42 | 0, 'SMB'],
  [0x01_02_19_97, '9P'],
  [0xef_53, undefined],
])('recognizes the network share of type %i as %s', async (type, name) => {
  const read = async () => Object.assign(await statfs(tmpdir()), { type })
  expect(await findNetworkShare(tmpdir(), read)).toBe(name)
})

test('does not take the disk of this computer for a network share', async () => {
  expect(await findNetworkShare(tmpdir())).toBeUndefined()
})
