import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects garbage. Otherwise, memory use would depend on how busy the machine is. */
export const collectGarbage: () => void = runInNewContext('gc')
