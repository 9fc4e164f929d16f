import { beforeAll, beforeEach } from 'vitest'
import { requireCleaning } from './database.ts'

// A setup file runs for every test file, even when files share modules.
beforeAll(requireCleaning)
beforeEach(requireCleaning)
