import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '../../src/core/config/settings.ts'

const FILE = new URL('../../fixtures/deploy/container/compose.yaml', import.meta.url)

interface Service {
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, object>
}

interface Compose {
  services: Record<string, Service>
  secrets: Record<string, object>
  volumes: Record<string, object>
}

test('the compose file refers to settings, services, secrets and volumes that exist', async () => {
  const content = await readFile(FILE, 'utf8')
  const { services, ...others } = parse(content, { merge: true }) as Compose
  const known = Object.values(SETTINGS).flatMap(({ env }) => [env, `${env}_FILE`])
  for (const service of Object.values(services)) {
    const variables = Object.keys(service.environment ?? {})
    const settings = variables.filter((name) => name.startsWith('CATALOG_'))
    expect(known).toEqual(expect.arrayContaining(settings))
    expect(Object.keys(others.secrets)).toEqual(expect.arrayContaining(service.secrets ?? []))
    const { depends_on: needed = [], volumes = [] } = service
    const names = Array.isArray(needed) ? needed : Object.keys(needed)
    expect(Object.keys(services)).toEqual(expect.arrayContaining(names))
    const named = volumes.map((volume) => volume.split(':')[0]!).filter((name) => /^\w/v.test(name))
    expect(Object.keys(others.volumes)).toEqual(expect.arrayContaining(named))
  }
  expect(Object.keys(services)).toEqual(['database', 'one', 'two', 'proxy'])
})
