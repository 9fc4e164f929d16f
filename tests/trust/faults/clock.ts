import { Command } from '@commander-js/extra-typings'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryDataDir } from '#tests/support/site.ts'
import { positiveInteger } from './options.ts'
import { tryFault } from './trial.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

export const clock = new Command('clock')
  .summary('Set the clock forward or back')
  .description(
    'Sets the clock of the site’s process forward or back by hours, and later to the right time again. The database keeps its clock, as on another machine. Needs Debian’s package faketime.',
  )
  .option('--hours <number>', 'How far', positiveInteger, 24)
  .option('--back', 'Back instead of forward')
  .option('--seconds <number>', 'How long the clock is wrong', positiveInteger, 60)
  .action(async ({ hours, back: isBack, seconds }) => {
    if (!existsSync(library)) throw new Error(`${library} is missing: apt-get install faketime`)
    const folder = temporaryDataDir()
    const file = path.join(folder.dataDir, 'clock')
    writeFileSync(file, '+0')
    await tryFault({
      name: `clock ${hours} hours ${isBack ? 'back' : 'forward'}`,
      seconds,
      settings: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
      begin: () => writeFileSync(file, `${isBack ? '-' : '+'}${hours}h`),
      end: () => writeFileSync(file, '+0'),
      says: /the system clock was set/,
      cleanUp: folder.remove,
    })
  })
