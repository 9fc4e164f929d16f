/** A preview of the icon: the image or, without one, the built-in icon. */
export const SiteIcon = ({ image }: { image: string }) => (
  <img className="site-icon" src={image || '/favicon.svg'} alt="" width={32} height={32} />
)
