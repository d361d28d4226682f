import { expect, test } from 'vitest'
import {
  isPrivateAddress,
  lookUpPublic,
  requirePublicHost,
} from '../../../../src/cli/client/private-addresses.ts'

const PRIVATE = [
  '0.0.0.0 10.1.2.3 100.64.0.1 127.9.9.9 169.254.169.254 172.31.255.255',
  '192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255',
  ':: ::1 ::7f00:1 ::ffff:8.8.8.8 ::ffff:10.0.0.1 64:ff9b::10.0.0.1 64:ff9b:: 64:ff9b::7f00:1',
  '::ffff:0:10.0.0.1 ::ffff:0:808:808 64:ff9b:1::808:808 2002:a00:1:: 2001::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1',
  'ff02::1 2001:db8::1 localhost 1.2.3 8.8.8.8%eth0',
].flatMap((line) => line.split(' '))

test.each(PRIVATE)('counts %s as private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

const PUBLIC = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::808:808']

test.each(PUBLIC)('counts %s as public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

const NUMBERS = ['https://127.1/', 'https://0x7f000001/', 'https://2130706433/', 'https://[::1]/']

test.each(NUMBERS)('refuses the address in %s', (url) => {
  expect(() => requirePublicHost(url)).toThrow(/--allow-private-urls/)
})

test.each([true, false])(
  'gives a connection no private address of a name (all: %s)',
  async (all) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    lookUpPublic('localhost', { all }, (error) => resolve(error))
    expect(await promise).toMatchObject({ details: { code: 'url.private' } })
  },
)
