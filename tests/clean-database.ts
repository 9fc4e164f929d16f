import { beforeEach } from 'vitest'
import { requireCleaning } from './database.ts'

// A setup file runs for every test file, also where files share their modules.
beforeEach(requireCleaning)
