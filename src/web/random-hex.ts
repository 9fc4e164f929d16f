/** Returns random bytes as hexadecimal digits. `crypto.randomUUID` is unavailable on pages served over plain HTTP. */
export const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
