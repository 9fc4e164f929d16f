/** Returns the content of a Base64 data URL. */
export const bytesIn = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

export const dataUrlOf = (contentType: string, bytes: Buffer): string =>
  `data:${contentType};base64,${bytes.toString('base64')}`
