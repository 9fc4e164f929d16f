/** Returns random bytes as hexadecimal digits. `crypto.randomUUID` does not exist on pages served over plain http. */
export const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
