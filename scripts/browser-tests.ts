import { findChromium } from './chromium.ts'
import { runOpenly, type Step } from './steps.ts'

export const build: Step = {
  title: 'build',
  script: 'scripts/build.ts',
  args: [],
  env: { NODE_ENV: 'production' },
}

/** Compares the main screens with the pictures in tests/screens. */
export const screens: Step = {
  title: 'screens',
  script: 'scripts/screens.ts',
  args: ['--check'],
  env: { NODE_ENV: 'production' },
}

const showsWindow = (argument: string) => ['--headed', '--debug', '--ui'].includes(argument)

/** Runs Playwright with these arguments on the built site. @returns its exit code */
export function runBrowserTests(args: string[] = [], env: Record<string, string> = {}): Promise<number> {
  return runOpenly({
    title: 'browser tests',
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', ...args],
    env: { CHROMIUM: findChromium({ hasWindow: args.some(showsWindow) }), ...env },
  })
}
