import './second-factor-banner.css'
import { t } from '#messages/messages.ts'
import { secondFactorHref } from '#features/people/profiles/settings-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'

/** Tells members above each page that they can only read until they have set up the second factor that their role
 *  requires. @param path where to return to afterward */
export const SecondFactorBanner = ({ path }: { path: string }) => (
  <div className="page second-factor-banner-frame">
    <div className="second-factor-banner">
      <p>
        {t('Your role requires two-factor authentication. Until you set it up, you can read, but not change anything.')}
      </p>
      <ButtonLink variant="primary" size="s" href={secondFactorHref(path)}>
        {t('Set up')}
      </ButtonLink>
    </div>
  </div>
)
