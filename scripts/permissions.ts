import fs from 'node:fs'
import path from 'node:path'
import { root } from './built.ts'
import { runOpenly } from './steps.ts'

// `npm run permissions`: calls every endpoint as every kind of caller, and prints the statuses.

process.exitCode = await runOpenly({
  title: 'permissions',
  script: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--project=trust', 'tests/trust/permissions'],
  env: { NODE_ENV: 'test' },
})
console.log(fs.readFileSync(path.join(root, 'test-results/permissions.md'), 'utf8'))
