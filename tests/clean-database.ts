import { beforeAll, beforeEach } from 'vitest'
import { requireCleaning } from './database.ts'

// A setup file runs for every test file, also where files share their modules.
beforeAll(requireCleaning)
beforeEach(requireCleaning)
