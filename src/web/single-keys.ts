import { readStored } from './storage.ts'

/** The key in local storage that is set while a user has turned off shortcuts without Ctrl or Cmd, which speech input can
 *  trigger by accident. */
export const singleKeysOffKey = 'single-keys-off'

export const hasSingleKeys = (): boolean => readStored(singleKeysOffKey) === null
