/** Signs that nobody sees and that turn a name into another one. */
export const unseenSigns = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]/gu

/** A name as it is kept and shown: one line without unseen signs. */
export const shownName = (name: string): string =>
  name.normalize('NFKC').replace(unseenSigns, '').replace(/\s+/gu, ' ').trim()
