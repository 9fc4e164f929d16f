// Loaded into programs that a test runs. Keeps their priority: with a low one, they would wait for all other tests.
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

os.setPriority = () => {}
syncBuiltinESMExports()
