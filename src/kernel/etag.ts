/** Whether an If-None-Match header names the bytes with this tag, weakly or not, or any bytes at all. */
export const hasEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))
