import type { PoolConfig } from 'pg'
import { connectionOf } from '#providers/database/database-url.ts'
import type { Config } from './config.ts'

/** What a child process needs to connect: null if DATABASE_URL is enough. A connection to several servers contains a
 *  function, which cannot be sent. */
export const connectionForChild = ({ database }: Config, connection: PoolConfig): PoolConfig | null =>
  database ? null : connection

/** Returns the direct connection in the child process. */
export const connectionInChild = ({ database }: Config, sent: PoolConfig | null): PoolConfig =>
  sent ?? connectionOf(database!.directUrl)
