import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/encoder.ts', 'tests/database-server.ts'],
    setupFiles: ['tests/loopback-only.mjs'],
    // Tests wait for the database more than they compute: one for each core, where the default leaves one core free.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // docs/decisions/054
    retry: process.env.CI ? 1 : 0,
  },
})
