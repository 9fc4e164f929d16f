import type { ComponentPropsWithoutRef } from 'react'

/** The radio button of an option that looks like a card. */
export const OptionRadio = (props: ComponentPropsWithoutRef<'input'>) => (
  <input {...props} type="radio" className="option-input" />
)
