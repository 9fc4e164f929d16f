import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const dom = ['src/**/*.test.tsx', 'src/**/*.dom.test.ts']
const isolated = ['src/**/*.isolated.test.{ts,tsx}']
const plans = ['src/**/*.plans.test.ts']
const processes = ['{src,tests}/**/*.process.test.ts']
const trust = ['tests/trust/*.test.ts']
const served = ['{src,tests}/**/*.served.test.ts']

/** `npm run check` runs the projects `server`, `dom`, and `isolated`; `npm test` also runs `served`, which opens
 *  the whole application, `plans`, which checks query plans on a large site, `processes`, which kills and restarts whole
 *  programs, and `trust`, which attacks the site. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/encoder.ts', 'tests/support/database-server.ts'],
    setupFiles: ['tests/support/loopback-only.mjs', 'tests/support/clean-database.ts'],
    // Two more than cores: tests wait for the database, other processes, and time limits.
    maxWorkers: availableParallelism() + 2,
    // Files share a worker, its modules, and its database connections: starting a worker costs more than most files.
    isolate: false,
    // Long enough for machines that are several times slower: only tests that hang should reach these limits.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // On a busy CI machine, one slow step can fail a test. `npm test` reports tests that passed only on the second run.
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...dom, ...isolated, ...plans, ...processes, ...served, ...trust],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: dom,
          exclude: isolated,
          environment: 'happy-dom',
          // A context per file takes a third as long as a worker per file.
          pool: 'vmThreads',
        },
      },
      // Streams in happy-dom work only with the globals of a separate process.
      { extends: true, test: { name: 'isolated', include: isolated, environment: 'happy-dom', isolate: true } },
      { extends: true, test: { name: 'served', include: served } },
      { extends: true, test: { name: 'plans', include: plans } },
      { extends: true, test: { name: 'processes', include: processes } },
      { extends: true, test: { name: 'trust', include: trust } },
    ],
  },
})
