import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects garbage. Without this, memory use depends on how busy the machine is. */
export const collectGarbage: () => void = runInNewContext('gc')
