import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/chromium.ts'

const desktop = { width: 1440, height: 900 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

// A camera and a microphone that need no permission, and a host name for a site without HTTPS.
const fakes = [
  '--use-fake-device-for-media-stream=fps=10',
  '--use-fake-ui-for-media-stream',
  '--host-resolver-rules=MAP devstead.test 127.0.0.1',
]

/** Journeys through the built site in a real browser: `playwright test`, after `npm run build`. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './tests/journeys/setup/prepare-site.ts',
  testMatch: '{journeys,trust}/*.spec.ts',
  outputDir: 'test-results/journeys',
  // One more worker than there are cores, because journeys spend much of their time waiting.
  workers: availableParallelism() + 1,
  // Long enough for machines that are several times slower: only journeys that hang should reach these limits.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  // As in vitest.config.ts.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.JOURNEYS_REPORT ?? 'test-results/journeys.json' }]],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? findChromium(), args: [...chromiumArgs, ...fakes] },
    locale: 'en-US',
    // Playwright cannot intercept requests that go through a service worker. Journeys about it allow it.
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    // Playwright clicks a moving element at its earlier position: on a slow machine, it would miss an opening menu.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // Recording traces takes a fifth of all CPU time; turn it on with `npm run journeys -- chat --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: desktop, colorScheme: 'light' } },
    // Journeys in which the phone matters: see docs/decisions/208-journeys-on-a-phone.md. `npm run screens -- --check`
    // checks all screens at a phone's width, too. Some journeys without the tag choose the dark theme themselves.
    { name: 'phone', use: { ...phone, colorScheme: 'dark' }, grep: /@phone/ },
  ],
})
