import path from 'node:path'
import type { Config } from './config.ts'

/** Returns the folder for uploaded files and the one for temporary folders. */
export const importFolders = ({ dataDir }: Pick<Config, 'dataDir'>) => ({
  folder: path.join(dataDir, 'imports'),
  tempFolder: path.join(dataDir, 'import-temp'),
})
