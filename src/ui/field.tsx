import './field.css'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

interface FieldProps {
  label: ReactNode
  /** The error message for the current value. */
  error?: string | undefined
  hint?: ReactNode
  /** Hides the label visually where the context makes it clear. */
  hideLabel?: boolean
}

/** The attributes that connect a control to its label, hint, and error. */
interface Tied {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface AnyFieldProps extends FieldProps {
  id?: string | undefined
  children: (tied: Tied) => ReactNode
}

/** Any control with its label, hint, and error. */
function Field({ label, error, hint, hideLabel, id, children }: AnyFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const described = [error && `${fieldId}-error`, hint && `${fieldId}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className={hideLabel ? 'visually-hidden' : 'field-label'} htmlFor={fieldId}>
        {label}
      </label>
      {children({ id: fieldId, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p className="field-hint" id={`${fieldId}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${fieldId}-error`} role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  )
}

type TextInputProps = FieldProps & ComponentPropsWithRef<'input'>

export function TextInput({ label, error, hint, hideLabel, className, ...rest }: TextInputProps) {
  return (
    <Field {...fieldProps({ label, error, hint, hideLabel })} id={rest.id}>
      {(tied) => <input type="text" {...rest} {...tied} className={join('control', className)} />}
    </Field>
  )
}

type TextAreaProps = FieldProps & ComponentPropsWithRef<'textarea'>

/** A multi-line text field. */
export function TextArea({ label, error, hint, hideLabel, className, ...rest }: TextAreaProps) {
  return (
    <Field {...fieldProps({ label, error, hint, hideLabel })} id={rest.id}>
      {(tied) => <textarea {...rest} {...tied} className={join('control', className)} />}
    </Field>
  )
}

type SelectProps = FieldProps & ComponentPropsWithRef<'select'>

/** A native select; `children` are its options. */
export function Select({ label, error, hint, hideLabel, className, ...rest }: SelectProps) {
  return (
    <Field {...fieldProps({ label, error, hint, hideLabel })} id={rest.id}>
      {(tied) => (
        <span className="select">
          <select {...rest} {...tied} className={join('control', className)} />
          <Icon name="chevron-down" />
        </span>
      )}
    </Field>
  )
}

interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** The name in a form: submitted as `true` or `false`. */
  name?: string
  disabled?: boolean
}

/** A switch that takes effect immediately. */
export function Switch({ label, hint, checked, onChange, name, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch">
      <button
        type="button"
        role="switch"
        className="switch-track"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        id={id}
        onClick={() => onChange(!checked)}
      />
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {name && <input type="hidden" name={name} value={String(checked)} />}
    </div>
  )
}

/** Omits properties that are undefined. */
const fieldProps = ({ label, error, hint, hideLabel }: { [K in keyof FieldProps]: FieldProps[K] | undefined }) => ({
  label,
  error,
  hint,
  hideLabel: hideLabel ?? false,
})

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')
