import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../bin/sbom.js', import.meta.url))

interface Bill {
  components: { name: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

test('the bill of materials lists dependencies and what is bundled, but no tools', async () => {
  const { stdout } = await execa(process.execPath, [SCRIPT])
  const { components, dependencies } = JSON.parse(stdout) as Bill
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['koa', 'better-sqlite3', '@img/sharp-linux-x64', 'ol', 'pmtiles']),
  )
  for (const tool of ['vitest', 'esbuild', 'typescript', 'playwright-core'])
    expect(names).not.toContain(tool)
  const refs = new Set(components.map((component) => component['bom-ref']))
  for (const { dependsOn } of dependencies)
    expect(dependsOn.filter((one) => !refs.has(one))).toEqual([])
})
