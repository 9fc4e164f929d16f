import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Frees what nothing leads to any more. Without it, how much is held depends on how busy the machine is. */
export const collectGarbage: () => void = runInNewContext('gc')
