import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/database-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
})
