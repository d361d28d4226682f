import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/{unit,api,cli,browser,contract}/**/*.test.ts'],
    globalSetup: [],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
