// Before any module replaces the global Response: see app/listener.ts.
import '@hono/node-server/utils/response'
import { beforeAll, beforeEach } from 'vitest'
import { requireCleaning } from './database.ts'

// Setup files run for every test file, even when test files share modules.
beforeAll(requireCleaning)
beforeEach(requireCleaning)
