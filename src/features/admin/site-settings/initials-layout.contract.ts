/** The space between two initials, in thousandths of the font size. */
export const letterGap = 40

/** The largest share of the icon's side that initials take up. Inside the safe zone of maskable icons: a circle with a
 *  radius of 40% of the side. Source: W3C, Web Application Manifest */
const maxWidth = 0.66
const maxHeight = 0.42

/** Returns the scale at which text of this size fits an icon with side 1. */
export const fitInitials = (width: number, height: number): number => Math.min(maxWidth / width, maxHeight / height)
