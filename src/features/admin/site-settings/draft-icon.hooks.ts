import { useMemo } from 'react'
import { initialsOf } from '#schemas/initials.contract.ts'
import { accentTokens } from './accent-colors.contract.ts'
import { initialsIcon, useInitialsIcon } from './icon-drawing.hooks.ts'
import { accentPattern, defaultAccent, defaultName, type SiteSettings } from './site-settings.contract.ts'

/** Returns the name that the site will have, and its icon with the initials, which is empty until it has been drawn.
 *  @param fixedName set by an environment variable */
export function useDraftIcon(draft: SiteSettings, fixedName: string | undefined) {
  const chosenName = fixedName ?? draft.name.trim()
  const name = chosenName || defaultName
  const accent = accentPattern.test(draft.accent) ? draft.accent : null
  const accents = useMemo(() => (accent === null ? null : accentTokens(accent)), [accent])
  const ground = accents?.light.accent ?? defaultAccent // dark enough for white text
  // A site without a name has Devstead's own icon.
  const initials = chosenName === '' ? '' : initialsOf(chosenName)

  /** Draws the initials again: the name may have changed since the last time. */
  async function withInitials(settings: SiteSettings): Promise<SiteSettings> {
    if (settings.icon.kind !== 'initials') return settings
    return { ...settings, icon: { kind: 'initials', image: await initialsIcon(initialsOf(name), ground) } }
  }
  return { name, initialsImage: useInitialsIcon(initials, ground), withInitials }
}
