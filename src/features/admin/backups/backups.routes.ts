import { implement } from '#kernel/implement.ts'
import { getBackups } from './backups.contract.ts'
import { lastBackups } from './last-backups.ts'

export const backupRoutes = [implement(getBackups, ({ ctx }) => lastBackups(ctx))]
