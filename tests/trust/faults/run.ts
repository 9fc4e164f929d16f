import { Command } from '@commander-js/extra-typings'
import { backups } from './backups.ts'
import { clock } from './clock.ts'
import { connections } from './connections.ts'
import { database } from './database.ts'
import { diskFull, readOnlyDisk } from './disk.ts'
import { failover } from './failover.ts'
import { kill } from './kill.ts'
import { largeBackup } from './large-backup.ts'
import { slowClients } from './slow-clients.ts'
import { smallMachine } from './small-machine.ts'

// `npm run trust -- COMMAND`: causes faults in a real site under load and prints what happened. Not part of `npm test`,
// because the commands take minutes to hours, and most need root on Debian.

const program = new Command('npm run trust --').description(
  'Causes faults in a real site under load and prints what happened. Exits with 1 if a figure exceeds its limit.',
)
for (const one of [
  kill,
  backups,
  largeBackup,
  diskFull,
  readOnlyDisk,
  database,
  clock,
  connections,
  slowClients,
  smallMachine,
  failover,
])
  program.addCommand(one)
await program.parseAsync()
