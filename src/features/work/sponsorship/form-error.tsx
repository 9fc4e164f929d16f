import { Icon } from '#ui/icon.tsx'

/** What is wrong with a form as a whole. */
export const FormError = ({ fault }: { fault: string | undefined }) =>
  fault === undefined ? null : (
    <p className="field-error" role="alert">
      <Icon name="circle-alert" />
      {fault}
    </p>
  )
