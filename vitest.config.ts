import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const dom = ['src/**/*.test.tsx', 'src/**/*.dom.test.ts']
const plans = ['src/**/*.plans.test.ts']
const processes = ['tests/**/*.process.test.ts']

/** Four projects, by what their tests need. `npm run check` runs `server` and `dom`, `npm test` all of them. */
export default defineConfig({
  test: {
    globalSetup: ['tests/encoder.ts', 'tests/database-server.ts'],
    setupFiles: ['tests/loopback-only.mjs', 'tests/clean-database.ts'],
    // Tests wait for the database more than they compute: one worker for each core, where the default leaves one core free.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...dom, ...plans, ...processes],
          // Files share a worker, its modules, and its database connections: starting a worker costs more than most files.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'dom', include: dom, environment: 'happy-dom' } },
      { extends: true, test: { name: 'plans', include: plans, isolate: false } },
      { extends: true, test: { name: 'processes', include: processes, isolate: false } },
    ],
  },
})
