import { Icon } from './icon.tsx'

/** An error that applies to the whole form. */
export const FormError = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p className="field-error" role="alert">
      <Icon name="circle-alert" />
      {message}
    </p>
  )
