const policy = globalThis.trustedTypes?.createPolicy('worker', { createScriptURL: ownUrl })

/** Starts a module worker from one of the site's own files, whose URL comes from an import with `?worker&url`. */
export const startWorker = (url: string): Worker => new Worker(ownScriptUrl(url), { type: 'module' })

/** Returns the URL of one of the site's own scripts, as Trusted Types require it. @throws TypeError for cross-origin
 *  URLs */
export const ownScriptUrl = (url: string) => policy?.createScriptURL(url) ?? url

/** @throws TypeError for cross-origin URLs */
function ownUrl(url: string): string {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError(`Not one of this site’s scripts: ${url}`)
  return url
}
