import { type RefObject, useLayoutEffect } from 'react'
import { call } from '#web/call.ts'
import { parsePreviewPath, previewSettings } from './settings-previews.contract.ts'
import type { SiteSettings } from './site-settings.contract.ts'

/** Stores the settings as a preview. @returns its path @throws ApiError */
export const storePreview = async (settings: SiteSettings): Promise<string> =>
  (await call(previewSettings, { body: { settings } })).path

/** Returns the path of the page that the frame shows, with its query. Null if it is not a page in the preview. */
export function pageIn(frame: HTMLIFrameElement | null): string | null {
  const shown = frame?.contentWindow?.location
  const page = shown ? parsePreviewPath(shown.pathname)?.page : undefined
  return page === undefined ? null : page + shown!.search
}

/** Shrinks the element’s content, which is this many pixels wide, so that it fits the element: sets `--scale`. */
export function useScaleToFit(element: RefObject<HTMLElement | null>, width: number): void {
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const measure = () =>
      watched.style.setProperty('--scale', String(Math.min(1, (watched.clientWidth || width) / width)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, width])
}
